package io.fairway.simulator;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts what happened in one or many runs. */
final class Tally {
    private final Map<String, Long> counts = new HashMap<>();
    private long schedules;
    private long millis;

    void happened(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** A run is over. */
    void ran(long simulatedMillis) {
        schedules++;
        millis += simulatedMillis;
    }

    /** Adds what another one counted. */
    void add(Tally other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
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

    /** By what happened, in the order of the alphabet. */
    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
