package io.fairway.core.usage;

import java.util.ArrayList;
import java.util.List;

/**
 * The changes of rate that the segments of one step bring, without those that cancel. A step takes back what it
 * replaces, so most of its changes at one instant add up to zero.
 */
public final class RateChanges {
    private record Change(long time, long rate) {}

    private final List<Change> changes = new ArrayList<>(4);

    /** Takes a change: its instant, and the rate in units of 2^-40 TRES. */
    public interface Sink {
        /**
         * @param time epoch milliseconds
         * @param rate what is added, in units of 2^-40 TRES; negative where a rate ends
         */
        void accept(long time, long rate);
    }

    /** Adds a change, or takes away the one that it cancels; as {@link Sink#accept}. */
    public void add(long time, long rate) {
        if (!changes.remove(new Change(time, -rate))) {
            changes.add(new Change(time, rate));
        }
    }

    /** Hands out what is left, in the order of adding. */
    public void forEach(Sink sink) {
        changes.forEach(change -> sink.accept(change.time, change.rate));
    }
}
