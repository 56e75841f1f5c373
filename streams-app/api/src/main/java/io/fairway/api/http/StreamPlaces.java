package io.fairway.api.http;

import io.fairway.api.query.Problem;
import java.util.HashMap;
import java.util.Map;

/** Counts the streams that are open, all of them and those of each caller. Safe for use by many threads. */
final class StreamPlaces {
    private final LiveStream.Limits limits;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int open;

    StreamPlaces(LiveStream.Limits limits) {
        this.limits = limits;
    }

    /**
     * Takes a place.
     *
     * @throws Problem if the caller, or all callers together, have as many as they may
     */
    synchronized void take(String caller) {
        int own = byCaller.getOrDefault(caller, 0);
        if (own >= limits.each()) {
            throw Problem.of(
                    429, "you have " + own + " streams open at this instance, the most that a caller may have");
        }
        if (open >= limits.all()) {
            throw Problem.unavailable("this instance serves " + open + " streams already");
        }
        open++;
        byCaller.put(caller, own + 1);
    }

    synchronized void give(String caller) {
        open--;
        byCaller.computeIfPresent(caller, (name, own) -> own == 1 ? null : (Integer) (own - 1));
    }
}
