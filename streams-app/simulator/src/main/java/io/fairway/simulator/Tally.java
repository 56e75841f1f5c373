package io.fairway.simulator;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what happened in one or many runs. */
final class Tally {
    private final Map<String, Long> counts = new HashMap<>();
    /** In how many runs each thing happened. */
    private final Map<String, Long> runs = new HashMap<>();

    private final Set<String> inThisRun = new HashSet<>();
    private long schedules;
    private long millis;

    void happened(String what) {
        counts.merge(what, 1L, Long::sum);
        inThisRun.add(what);
    }

    /** A run is over. */
    void ran(long simulatedMillis) {
        schedules++;
        millis += simulatedMillis;
        inThisRun.forEach(what -> runs.merge(what, 1L, Long::sum));
        inThisRun.clear();
    }

    /** Adds what another one counted. */
    void add(Tally other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
        other.runs.forEach((what, count) -> runs.merge(what, count, Long::sum));
        schedules += other.schedules;
        millis += other.millis;
    }

    long schedules() {
        return schedules;
    }

    /** Simulated time in milliseconds. */
    long millis() {
        return millis;
    }

    /** In how many runs something happened. */
    long runs(String what) {
        return runs.getOrDefault(what, 0L);
    }

    /** By what happened, in the order of the alphabet. */
    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
