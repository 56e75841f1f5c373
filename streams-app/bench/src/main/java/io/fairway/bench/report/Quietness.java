package io.fairway.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How busy the machine was with other things. Fairway evaluates by the wall clock, so whoever starves it makes each
 * event look dearer: figures of a busy machine are no figures.
 *
 * @param load processes that wanted to run in the last minute; NaN = the system does not say
 * @param spinNanos how long a fixed calculation took on the wall clock, nanoseconds, the best of some
 */
public record Quietness(double load, long spinNanos) {
    /** More than this at the start, and somebody else was there. */
    private static final double MAX_LOAD = 0.5;

    /** The calculation may take this much longer at the end, and this much less. */
    private static final double MAX_DRIFT = 0.15;

    private static final int SPINS = 5;
    private static final int ROUNDS = 20_000_000;

    /** Looks at the machine: takes a fraction of a second. */
    public static Quietness probe() {
        long best = Long.MAX_VALUE;
        long seed = System.nanoTime();
        for (int i = 0; i < SPINS; i++) {
            long begun = System.nanoTime();
            long value = spin(seed);
            // The value is used, so that the calculation is not left out.
            long took = System.nanoTime() - begun + (value == 0 ? 1 : 0);
            best = Math.min(best, took);
        }
        return new Quietness(readLoad(), best);
    }

    private static long spin(long seed) {
        long x = seed | 1;
        for (int i = 0; i < ROUNDS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    private static double readLoad() {
        try {
            return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Why the figures between two looks should not be trusted; empty = nothing speaks against them. */
    public static List<String> doubts(Quietness start, Quietness end) {
        List<String> doubts = new ArrayList<>();
        if (!(start.load() <= MAX_LOAD)) {
            doubts.add("the load was " + BenchGoal.number(start.load()) + " at the start: must be " + MAX_LOAD
                    + " or less");
        }
        double drift = (double) end.spinNanos() / start.spinNanos() - 1;
        if (Math.abs(drift) > MAX_DRIFT) {
            doubts.add("a fixed calculation took " + BenchGoal.number(start.spinNanos() / 1e6) + " ms at the start and "
                    + BenchGoal.number(end.spinNanos() / 1e6) + " ms at the end: must differ by 15 % at most");
        }
        return doubts;
    }
}
