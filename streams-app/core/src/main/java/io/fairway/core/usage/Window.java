package io.fairway.core.usage;

/**
 * The usage within one window.
 *
 * @param start epoch milliseconds, a multiple of the interval of its {@link Windowing}
 * @param end epoch milliseconds, exclusive; the instant of reading for the current window
 * @param units exact usage: processors in units of 2^-40 times milliseconds
 */
public record Window(long start, long end, Int256 units) {
    public Window {
        units = units.copy();
    }

    /** Usage in processor-seconds. */
    public double procSeconds() {
        return Rate.tres(units) / 1000;
    }

    @Override
    public Int256 units() {
        return units.copy();
    }
}
