package io.fairway.core.usage;

/**
 * How usage that is kept in windows is forgotten: a window loses weight as it gets older, and what is older than all
 * windows does not count.
 *
 * @param windowing the length and the number of the windows
 * @param decay the weight of a window by that of the one after it, 0..1: window k (0 = the current one) weighs decay^k
 */
public record WindowDecay(Windowing windowing, double decay) {
    public WindowDecay {
        if (!(decay >= 0 && decay <= 1)) {
            throw new IllegalArgumentException("decay " + decay + " of windows: must be 0 to 1");
        }
    }
}
