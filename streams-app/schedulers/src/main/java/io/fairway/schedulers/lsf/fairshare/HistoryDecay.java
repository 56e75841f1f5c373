package io.fairway.schedulers.lsf.fairshare;

/**
 * LSF's decay: an hour of use counts as 0.1 hour after HIST_HOURS, {@code w(age) = 10^(-age / HIST_HOURS)}.
 *
 * <ol>
 *   <li>Amounts add up: the decayed sum is the sum of amount * w(age). Order does not matter.
 *   <li>Use at rate 1 from {@code from} hours ago until {@code to} hours ago counts as the integral of w between the
 *       two. Over the last T hours that is HIST_HOURS / ln 10 * (1 - 10^(-T / HIST_HOURS)).
 *   <li>HIST_HOURS 0: nothing decays.
 *   <li>Stepped: all use decays at the same instants, once in every step, and counts in full until the first of them.
 *       So the age counts in whole steps. The length of LSF's steps is not published; a compatible scheduler uses 900 s. The
 *       result differs from the continuous law by one step's factor at most.
 * </ol>
 *
 * <p>In the pipeline the laws are {@link io.fairway.core.usage.DecayLaw#tenthLife} and {@link
 * io.fairway.core.usage.DecayLaw#tenthLifeSteps}, whose sums are exact; this class has their closed forms for histories
 * given as ages.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.params HIST_HOURS; the exponential is the only law under which a result does
 * not depend on the time of reading.
 *
 * @param histHours HIST_HOURS; 0 = no decay
 * @param stepHours time between two steps; 0 = continuous
 * @param sinceStepHours time since the last step, less than a step
 */
public record HistoryDecay(double histHours, double stepHours, double sinceStepHours) {
    /** Ages are differences of instants in hours: less than this part of a step is rounding. */
    private static final double ROUNDING = 1e-9;

    public HistoryDecay {
        if (!(histHours >= 0 && Double.isFinite(histHours))) {
            throw new IllegalArgumentException("HIST_HOURS " + histHours + ": must be a number of at least 0");
        }
        if (!(stepHours >= 0 && Double.isFinite(stepHours))) {
            throw new IllegalArgumentException("decay step " + stepHours + " h: must be a number of at least 0");
        }
        if (stepHours > 0 && histHours > 0 && stepHours > histHours) {
            throw new IllegalArgumentException(
                    "decay step " + stepHours + " h: must be at most HIST_HOURS, " + histHours + " h");
        }
        if (!(sinceStepHours >= 0 && sinceStepHours <= stepHours)) {
            throw new IllegalArgumentException("last decay step " + sinceStepHours + " h ago: must be at least 0 and"
                    + " less than the step of " + stepHours + " h");
        }
    }

    /** Continuous decay. */
    public static HistoryDecay continuous(double histHours) {
        return new HistoryDecay(histHours, 0, 0);
    }

    /**
     * Decay at an instant by steps of {@code seconds}; 0 = continuous.
     *
     * @param phase seconds of any one step from the Unix epoch
     * @param at epoch milliseconds
     */
    public static HistoryDecay stepped(double histHours, long seconds, long phase, long at) {
        if (seconds < 0) {
            throw new IllegalArgumentException("decay step " + seconds + " s: must be at least 0");
        }
        return seconds == 0 || histHours == 0
                ? continuous(histHours)
                : new HistoryDecay(
                        histHours, seconds / 3600.0, Math.floorMod(at - phase * 1000, seconds * 1000) / 3_600_000.0);
    }

    /** The rest of one unit of age {@code ageHours}, above 0 and at most 1. */
    public double weight(double ageHours) {
        if (!(ageHours >= 0)) {
            throw new IllegalArgumentException("age " + ageHours + " h: must be at least 0");
        }
        if (histHours == 0) {
            return 1;
        }
        double age = stepHours == 0 ? ageHours : stepHours * steps(ageHours);
        return StrictMath.pow(10, -age / histHours);
    }

    /** The steps since an instant; use of the instant of a step decays from the next one on. */
    private double steps(double ageHours) {
        return Math.max(0, Math.ceil((ageHours - sinceStepHours) / stepHours - ROUNDING));
    }

    /**
     * The rest of one unit an hour that accrued from {@code from} to {@code to} hours ago.
     *
     * @param from at least {@code to}
     * @param to at least 0
     */
    public double accrued(double from, double to) {
        if (!(to >= 0 && from >= to)) {
            throw new IllegalArgumentException("run from " + from + " to " + to
                    + " h ago: must begin before it ends, and must not end in the future");
        }
        return integral(from) - integral(to);
    }

    /** Integral of the weight over the ages 0 to {@code age}. */
    private double integral(double age) {
        if (histHours == 0) {
            return age;
        }
        if (stepHours == 0) {
            double rate = StrictMath.log(10) / histHours;
            return -StrictMath.expm1(-rate * age) / rate;
        }
        if (age <= sinceStepHours) {
            return age;
        }
        double before = age - sinceStepHours;
        double steps = Math.floor(before / stepHours);
        double ratio = StrictMath.pow(10, -stepHours / histHours);
        double left = StrictMath.pow(ratio, steps);
        double decayed = stepHours * (1 - left) / (1 - ratio) + (before - steps * stepHours) * left;
        return sinceStepHours + ratio * decayed;
    }
}
