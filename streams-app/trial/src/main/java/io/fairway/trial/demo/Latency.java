package io.fairway.trial.demo;

import java.util.Arrays;

/**
 * Latencies, in milliseconds.
 *
 * @param count the number of values
 * @param median their median; 0 if there are none
 * @param p99 their 99th percentile; 0 if there are none
 */
record Latency(int count, long median, long p99) {
    static final Latency NONE = new Latency(0, 0, 0);

    /** The latencies of some values, by the nearest rank. */
    static Latency of(long[] millis) {
        if (millis.length == 0) {
            return NONE;
        }
        long[] sorted = millis.clone();
        Arrays.sort(sorted);
        return new Latency(sorted.length, percentile(sorted, 50), percentile(sorted, 99));
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted[Math.ceilDiv(sorted.length * percent, 100) - 1];
    }
}
