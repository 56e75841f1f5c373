package io.fairway.schedulers.slurm.time;

/**
 * The arithmetic of Slurm's own decay thread, for conformance: each pass multiplies usage by a factor, and charges the
 * run time since the previous pass in one lump.
 *
 * <ol>
 *   <li>lambda = 1 - 0.693/H per second for a half-life of H seconds; 1 for H = 0 (no decay).
 *   <li>A pass d seconds after the previous one multiplies all usage by max(lambda^d, 2.2e-308): usage never reaches 0.
 *   <li>The pass then adds d * lambda^d * rate for every job that ran d seconds since the previous pass, as if the job
 *       had consumed everything at the beginning of the interval. A job's end adds the same for the time since the last
 *       pass.
 * </ol>
 *
 * <p>Source: Slurm 22.05, observed behaviour of priority/multifactor (an exact half-life would be 2^(-d/H); 0.693 is
 * less than ln 2, and the series ends after its first term).
 *
 * <p>Where we differ: Slurm multiplies 80 bit numbers; doubles give the same to 1e-14.
 */
public final class SlurmTickDecay {
    private SlurmTickDecay() {}

    /**
     * lambda: the rest of usage after one second.
     *
     * @param halfLifeSeconds 0 = no decay, else more than 0.693
     */
    public static double lambda(double halfLifeSeconds) {
        if (halfLifeSeconds == 0) {
            return 1;
        }
        if (!(halfLifeSeconds > 0.693)) {
            throw new IllegalArgumentException(
                    "half-life " + halfLifeSeconds + " s: must be 0 (no decay) or more than 0.693 s");
        }
        return 1 - 0.693 / halfLifeSeconds;
    }

    /** The rest of one unit of usage after {@code seconds}, which is at least 0. */
    public static double factor(double lambda, double seconds) {
        return Math.max(StrictMath.pow(lambda, seconds), Double.MIN_NORMAL);
    }

    /** {@code value} after a pass {@code seconds} after the previous one. */
    public static double decay(double value, double lambda, double seconds) {
        return value * factor(lambda, seconds);
    }

    /**
     * The charge of {@code rate} billing TRES for the last {@code seconds}.
     *
     * @return TRES-seconds
     */
    public static double charge(double rate, double lambda, double seconds) {
        return seconds * StrictMath.pow(lambda, seconds) * rate;
    }
}
