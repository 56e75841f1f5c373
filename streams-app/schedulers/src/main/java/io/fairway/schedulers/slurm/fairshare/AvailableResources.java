package io.fairway.schedulers.slurm.fairshare;

/**
 * The decayed processor-seconds that a machine could have delivered: the R in {@link LinearFairshare}'s division.
 *
 * <ol>
 *   <li>{@link #SIMPLE}: processors * half-life * 2, as printed. A machine that was always full has used 1/(2 ln 2) =
 *       72.13 % of it.
 *   <li>{@link #AGGREGATED}: the processor-seconds of every past second, decayed like usage, which tends to processors
 *       * half-life / ln 2. A machine that was always full has used all of it.
 *   <li>With half-life 0 nothing decays, and both are processors * reset period: the capacity between two resets.
 * </ol>
 *
 * <p>Source: Slurm 2.0 multifactor priority page of June 2009, "Fair-share": the sum R_H and its simpler formula; rule 3
 * is the page's U_N = U_user / R_available under its second sample configuration (half-life 0, reset 28-0), on which the
 * released code of 2.0 divides by zero.
 */
public enum AvailableResources {
    SIMPLE,
    AGGREGATED;

    private static final double LN2 = StrictMath.log(2);

    /**
     * R of a machine that has run for a long time.
     *
     * @param processors processors of the cluster, at least 0
     * @param halfLifeSeconds 0 = no decay
     * @param resetSeconds length of the reset period; needed with half-life 0 only
     */
    public double of(double processors, double halfLifeSeconds, double resetSeconds) {
        check(processors, halfLifeSeconds);
        if (halfLifeSeconds == 0) {
            return withoutDecay(processors, resetSeconds);
        }
        return switch (this) {
            case SIMPLE -> processors * halfLifeSeconds * 2;
            case AGGREGATED -> processors * halfLifeSeconds / LN2;
        };
    }

    private static double withoutDecay(double processors, double resetSeconds) {
        if (!(resetSeconds > 0)) {
            throw new IllegalArgumentException(
                    "reset period " + resetSeconds
                            + " s: must be above 0 with half-life 0, because usage that neither decays nor resets has no limit");
        }
        return processors * resetSeconds;
    }

    private static void check(double processors, double halfLifeSeconds) {
        if (!(processors >= 0)) {
            throw new IllegalArgumentException("processors " + processors + ": must be at least 0");
        }
        if (!(halfLifeSeconds >= 0)) {
            throw new IllegalArgumentException("half-life " + halfLifeSeconds + " s: must be at least 0 (no decay)");
        }
    }
}
