package io.fairway.policies.explain;

/**
 * Exponential decay: an amount falls to one {@code base}-th in every {@code seconds}.
 *
 * <p>Sources: Slurm slurm.conf, PriorityDecayHalfLife (base 2); IBM Spectrum LSF lsb.params, HIST_HOURS (base 10).
 *
 * @param base above 1
 * @param seconds above 0
 */
public record ExponentialDecay(double base, double seconds) {
    public ExponentialDecay {
        if (!(base > 1 && seconds > 0)) {
            throw new IllegalArgumentException(
                    "decay to one " + base + "-th in " + seconds + " s: must be a base above 1 and a time above 0");
        }
    }

    /** Halves in every {@code seconds}. */
    public static ExponentialDecay halfLife(double seconds) {
        return new ExponentialDecay(2, seconds);
    }

    /** Falls to a tenth in every {@code seconds}. */
    public static ExponentialDecay tenthLife(double seconds) {
        return new ExponentialDecay(10, seconds);
    }

    /** The part of it that is left after {@code after} seconds, 1 down to 0. */
    public double left(double after) {
        return StrictMath.pow(base, -after / seconds);
    }

    /**
     * How many seconds it takes to fall from one amount to another. 0 if {@code from} is not above {@code to}; infinity if
     * the amount never gets there.
     *
     * @param from at least 0
     */
    public double until(double from, double to) {
        if (from <= to) {
            return 0;
        }
        return to <= 0 ? Double.POSITIVE_INFINITY : seconds * StrictMath.log(from / to) / StrictMath.log(base);
    }
}
