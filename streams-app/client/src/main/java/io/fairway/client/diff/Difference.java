package io.fairway.client.diff;

import org.jspecify.annotations.Nullable;

/**
 * An account or association on both sides.
 *
 * @param slurm as Slurm has it; null if it does not
 * @param fairway as Fairway has it; null if it does not
 * @param slurmPlace place among the users that both sides have, 1 is served first; 0 without one
 * @param fairwayPlace the same by Fairway's factors
 * @param effectiveUsage absolute difference; not a number if a side has none
 * @param level difference relative to the greater one; not a number if a side has none
 * @param factor absolute difference; not a number if a side has none
 * @param why the reason of a difference, in words; empty without one
 */
public record Difference(
        @Nullable ShareLine slurm,
        @Nullable ShareLine fairway,
        int slurmPlace,
        int fairwayPlace,
        double effectiveUsage,
        double level,
        double factor,
        String why) {
    /** Whether one side does not have it. */
    public boolean isMissing() {
        return slurm == null || fairway == null;
    }

    /** Whether it is ranked, and both sides give it the same place. */
    public boolean isPlaceEqual() {
        return slurmPlace > 0 && slurmPlace == fairwayPlace;
    }

    /** The largest of its differences; 0 if none can be told. */
    public double largest() {
        return Math.max(orZero(effectiveUsage), Math.max(orZero(level), orZero(factor)));
    }

    /** Which of its differences is the largest. */
    public String largestOf() {
        double largest = largest();
        return largest == orZero(factor)
                ? "fairshare factor"
                : largest == orZero(effectiveUsage) ? "effective usage" : "level fairshare";
    }

    private static double orZero(double difference) {
        return Double.isNaN(difference) ? 0 : difference;
    }

    Difference because(String reason) {
        return new Difference(slurm, fairway, slurmPlace, fairwayPlace, effectiveUsage, level, factor, reason);
    }
}
