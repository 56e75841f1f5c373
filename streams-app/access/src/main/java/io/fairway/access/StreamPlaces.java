package io.fairway.access;

import java.util.HashMap;
import java.util.Map;

/** Counts the streams that are open, all of them and those of each caller. Safe for use by many threads. */
public final class StreamPlaces {
    private final int most;
    private final int mostOfEach;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int open;

    /** Limits of at least 1: for all callers together, and for each. */
    public StreamPlaces(int most, int mostOfEach) {
        this.most = most;
        this.mostOfEach = mostOfEach;
    }

    /**
     * Takes a place.
     *
     * @throws Denied if the caller, or all callers together, have as many as they may
     */
    public synchronized void take(String caller) {
        int own = byCaller.getOrDefault(caller, 0);
        if (own >= mostOfEach) {
            throw Denied.tooMany("you have " + own + " streams open at this instance, the most that a caller may have");
        }
        if (open >= most) {
            throw Denied.unavailable("this instance serves " + open + " streams already", 0);
        }
        open++;
        byCaller.put(caller, own + 1);
    }

    /** Gives it back. */
    public synchronized void give(String caller) {
        open--;
        byCaller.computeIfPresent(caller, (name, own) -> own == 1 ? null : (Integer) (own - 1));
    }
}
