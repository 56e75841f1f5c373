package io.fairway.schedulers;

import java.util.SplittableRandom;

/** Laws on seeded random cases; a failure message contains the seed. */
public final class Seeds {
    private Seeds() {}

    /** A law about one random case. */
    @FunctionalInterface
    public interface Law {
        void holds(SplittableRandom random);
    }

    /** Checks a law on the seeds 0 to {@code count} - 1. */
    public static void each(int count, Law law) {
        for (long seed = 0; seed < count; seed++) {
            try {
                law.holds(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
        }
    }
}
