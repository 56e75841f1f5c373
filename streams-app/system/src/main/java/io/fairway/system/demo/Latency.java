package io.fairway.system.demo;

import java.util.Arrays;

/**
 * How long things took, in milliseconds.
 *
 * @param count of how many
 * @param median of them; 0 if there were none
 * @param p99 which 99 of 100 did not exceed; 0 if there were none
 */
record Latency(int count, long median, long p99) {
    static final Latency NONE = new Latency(0, 0, 0);

    /** Of some values, by the nearest rank. */
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
