package io.fairway.core.usage;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * How usage decays: the weight {@code z(t)} of a charge at time {@code t}, up to a common factor.
 *
 * <p>The decayed usage at time T of a unit charge at time t is {@code z(t) / z(T)}. Under {@link Kind#HALF_LIFE} a
 * charge halves every {@code millis} (Slurm, PriorityDecayHalfLife). Under {@link Kind#TENTH_LIFE} one hour counts as
 * 0.1 hour after {@code millis} (IBM LSF, HIST_HOURS), which is a half-life of {@code millis * log10(2)}. Under
 * {@link Kind#NONE} nothing decays. {@link Kind#SLURM_TICK} is the decay of a running slurmctld:
 * {@code 1 - 0.693/halfLife} per second, with charges only at passes of a fixed period ({@link SlurmTicks}).
 * {@link Kind#TENTH_LIFE_STEPS} is a tenth-life in steps: use decays at passes of a fixed period alone, and counts in
 * full until the first of them.
 *
 * <p>Time counts from the Unix epoch, never from the first event, so the weight of a charge depends on its own time
 * alone. A time t lies {@code t / H} half-lives after the Unix epoch. The code computes that quotient with an inverse
 * of 62 significant bits (relative error 2^-62). The inverse serves every law alike, including laws whose half-life is
 * no whole number of milliseconds. The quotient's whole part selects an epoch of 64 half-lives and a shift. Its
 * fraction f gives the mantissa {@code 2^f} with 56 fraction bits from {@link StrictMath}, which is the same on every
 * machine.
 */
public final class DecayLaw {
    /** The family of a law. */
    public enum Kind {
        /** Usage halves after a period (Slurm, PriorityDecayHalfLife). */
        HALF_LIFE,
        /** Usage falls to a tenth after a period (LSF, HIST_HOURS). */
        TENTH_LIFE,
        /** Nothing decays. */
        NONE,
        /** The decay of a running slurmctld, in steps. */
        SLURM_TICK,
        /** A tenth-life in equal steps, as a running mbatchd has it. */
        TENTH_LIFE_STEPS
    }

    /** Half-lives in one epoch: each epoch has its own sum, which is never shifted. */
    public static final int HALF_LIVES_PER_EPOCH = 64;

    /**
     * The longest period of {@link Kind#SLURM_TICK}, in half-lives. A job that runs for a piece of a period is charged
     * more than one that runs on: at most 0.53 * 2^k / k times as much for k half-lives, which is 17 for 8. A
     * {@link Line} has room for 64 times, and beyond a thousand half-lives nothing at all would be left of a charge.
     */
    public static final int MAX_HALF_LIVES_PER_PERIOD = 8;

    private static final BigDecimal LOG10_OF_2 = new BigDecimal("0.301029995663981195213738894724493026768189881462");
    private static final MathContext PRECISION = new MathContext(60);

    private final Kind kind;
    private final long millis;
    private final long period;
    private final long phase;
    private final long inverse;
    /** Fraction bits of {@code time * inverse}: 71 to 125, because a law's half-life is 301 ms or more. */
    private final int scale;

    private final double meanLifeSeconds;
    private final double lambda;

    private DecayLaw(Kind kind, long millis, long period, long phase, BigDecimal halfLivesPerMilli, double lambda) {
        this.kind = kind;
        this.millis = millis;
        this.period = period;
        this.phase = phase;
        this.lambda = lambda;
        if (kind == Kind.NONE) {
            inverse = 0;
            scale = 0;
            meanLifeSeconds = 1e-3;
            return;
        }
        int bits = 62 - floorLog2(halfLivesPerMilli);
        inverse = halfLivesPerMilli
                .multiply(BigDecimal.valueOf(2).pow(bits))
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        scale = bits;
        meanLifeSeconds = switch (kind) {
            case SLURM_TICK -> tickScale(lambda, period);
            case TENTH_LIFE_STEPS -> stepScale(millis, period);
            case HALF_LIFE, TENTH_LIFE, NONE -> 1e-3 / (halfLivesPerMilli.doubleValue() * StrictMath.log(2));
        };
    }

    /** Usage halves every {@code millis}; at least one second. */
    public static DecayLaw halfLife(long millis) {
        return new DecayLaw(
                Kind.HALF_LIFE,
                atLeastASecond(millis, "half-life"),
                0,
                0,
                BigDecimal.ONE.divide(BigDecimal.valueOf(millis), PRECISION),
                0);
    }

    /** Usage falls to a tenth every {@code millis} (HIST_HOURS of IBM LSF); at least one second. */
    public static DecayLaw tenthLife(long millis) {
        BigDecimal halfLife =
                BigDecimal.valueOf(atLeastASecond(millis, "tenth-life")).multiply(LOG10_OF_2);
        return new DecayLaw(Kind.TENTH_LIFE, millis, 0, 0, BigDecimal.ONE.divide(halfLife, PRECISION), 0);
    }

    /**
     * Usage falls to a tenth every {@code millis}, in equal steps (the decay of a running mbatchd). Use of an instant
     * decays at each pass after it.
     *
     * @param millis HIST_HOURS; at least one second
     * @param period time between passes in milliseconds; one second to {@code millis}, because a line has room for
     *     steps to a tenth at most
     * @param phase time of any one pass, epoch milliseconds; passes are at {@code phase + n * period}
     * @throws IllegalArgumentException names the value and the rule
     */
    public static DecayLaw tenthLifeSteps(long millis, long period, long phase) {
        DecayLaw smooth = tenthLife(millis);
        if (period < 1000 || period > millis) {
            throw new IllegalArgumentException("step " + period + " ms of the tenth-life " + millis
                    + " ms: must be at least 1000 ms, and at most the tenth-life");
        }
        return new DecayLaw(
                Kind.TENTH_LIFE_STEPS,
                millis,
                period,
                Math.floorMod(phase, period),
                BigDecimal.ONE.divide(BigDecimal.valueOf(smooth.millis).multiply(LOG10_OF_2), PRECISION),
                0);
    }

    /** Nothing decays (half-life 0 of Slurm, HIST_HOURS 0 of IBM LSF). */
    public static DecayLaw none() {
        return new DecayLaw(Kind.NONE, 0, 0, 0, BigDecimal.ZERO, 0);
    }

    /**
     * The decay of a running slurmctld.
     *
     * @param millis PriorityDecayHalfLife
     * @param period PriorityCalcPeriod in milliseconds, whole seconds; at most {@link #MAX_HALF_LIVES_PER_PERIOD}
     * @param phase time of any one pass, epoch milliseconds; passes are at {@code phase + n * period}
     * @throws IllegalArgumentException names the value and the rule
     */
    public static DecayLaw slurmTick(long millis, long period, long phase) {
        atLeastASecond(millis, "half-life");
        atLeastASecond(period, "period");
        double lambda = 1 - 0.693 / (millis / 1000.0);
        double halfLivesPerSecond = -StrictMath.log(lambda) / StrictMath.log(2);
        if (period / 1000.0 * halfLivesPerSecond > MAX_HALF_LIVES_PER_PERIOD) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "period %d ms: is %.3g times the half-life of %d ms, must be at most %d times;"
                            + " with a longer one next to nothing of a job's use would be left at the next pass",
                    period,
                    period / 1000.0 * halfLivesPerSecond,
                    millis,
                    MAX_HALF_LIVES_PER_PERIOD));
        }
        return new DecayLaw(
                Kind.SLURM_TICK,
                millis,
                period,
                Math.floorMod(phase, period),
                new BigDecimal(halfLivesPerSecond).divide(BigDecimal.valueOf(1000), PRECISION),
                lambda);
    }

    /** The family of the law. */
    public Kind kind() {
        return kind;
    }

    /** Half-life, or tenth-life, in milliseconds; 0 under {@link Kind#NONE}. */
    public long millis() {
        return millis;
    }

    /** The last pass at or before {@code time}, if it decays at passes. */
    public long lastPass(long time) {
        return time - Math.floorMod(time - phase, period);
    }

    /** Time between passes, if it decays at passes, else 0. */
    public long period() {
        return period;
    }

    /** Offset of the passes from the Unix epoch, in 0..period, if it decays at passes, else 0. */
    public long phase() {
        return phase;
    }

    /** The rest of one unit after a second under {@link Kind#SLURM_TICK}. */
    double lambda() {
        return lambda;
    }

    /**
     * The factor from the line's own unit (rate) to usage in TRES-seconds: the mean life 1/lambda in seconds. Under
     * {@link Kind#SLURM_TICK} and {@link Kind#TENTH_LIFE_STEPS}: the usage of one TRES that runs for ever, just after a
     * pass.
     */
    double meanLifeSeconds() {
        return meanLifeSeconds;
    }

    /** Whole half-lives between the Unix epoch and {@code time}. */
    long halfLives(long time) {
        if (kind == Kind.NONE) {
            return 0;
        }
        return Math.multiplyHigh(weighed(time), inverse) >> (scale - 64);
    }

    /** The instant whose weight a use at {@code time} has. */
    private long weighed(long time) {
        return kind == Kind.TENTH_LIFE_STEPS ? lastPass(time) : time;
    }

    /** The epoch of 64 half-lives that contains {@code time}; always 0 under {@link Kind#NONE}. */
    public long epoch(long time) {
        return Math.floorDiv(halfLives(time), HALF_LIVES_PER_EPOCH);
    }

    /** The power of two, 0..63, that multiplies the mantissa of {@code time} within its epoch. */
    int shift(long time) {
        return Math.floorMod(halfLives(time), HALF_LIVES_PER_EPOCH);
    }

    /** {@code 2^f * 2^56}, where f is the fraction of a half-life at {@code time}; the time itself under NONE. */
    long mantissa(long time) {
        if (kind == Kind.NONE) {
            return time;
        }
        return (long) (StrictMath.pow(2, fraction(time)) * 0x1p56);
    }

    /**
     * What a run at rate 1 adds from the beginning of time until {@code time}, in the unit of a line: {@code mantissa *
     * 2^shift} of {@code time}. It is the integral of the weight, divided by the mean life.
     *
     * <p>Without steps that is the weight itself. In steps of s, each with the rest r, the integral until a pass is the
     * geometric series {@code z * s*r/(1-r)}, and z times the time since then comes on top of it.
     */
    long runMantissa(long time) {
        long mantissa = mantissa(time);
        if (kind != Kind.TENTH_LIFE_STEPS) {
            return mantissa;
        }
        double since = (time - lastPass(time)) / 1000.0;
        return mantissa + Math.round(mantissa * (since / meanLifeSeconds));
    }

    /** The part of a use at {@code from} that is left at {@code to}, to within 2^-50; 1 under NONE. */
    double left(long from, long to) {
        if (kind == Kind.NONE || from == to) {
            return 1;
        }
        double mantissas = (double) mantissa(from) / mantissa(to);
        return mantissas * StrictMath.pow(2, (double) (halfLives(from) - halfLives(to)));
    }

    private double fraction(long time) {
        long at = weighed(time);
        long high = Math.multiplyHigh(at, inverse);
        long low = at * inverse;
        int up = 128 - scale;
        long top = high << up | low >>> (64 - up);
        return (top >>> 11) * 0x1p-53;
    }

    private static double tickScale(double lambda, long period) {
        double seconds = period / 1000.0;
        // Not 1 - left: the subtraction would lose 4 of 16 digits for the usual 5 minutes and 7 days.
        double lost = -StrictMath.expm1(seconds * StrictMath.log1p(lambda - 1));
        return seconds * StrictMath.pow(lambda, seconds) / lost;
    }

    private static double stepScale(long millis, long period) {
        double steps = StrictMath.log(10) * period / millis;
        return period / 1000.0 * StrictMath.exp(-steps) / -StrictMath.expm1(-steps);
    }

    private static int floorLog2(BigDecimal value) {
        int guess = Math.getExponent(value.doubleValue());
        return value.compareTo(BigDecimal.valueOf(2).pow(guess, PRECISION)) < 0 ? guess - 1 : guess;
    }

    private static long atLeastASecond(long millis, String what) {
        if (millis < 1000) {
            throw new IllegalArgumentException(
                    what + " " + millis + " ms: must be at least 1000 ms; use the law without decay for 0");
        }
        return millis;
    }

    /** A short text of the law and its parameters; equal laws have equal texts. */
    public String text() {
        return switch (kind) {
            case HALF_LIFE -> "half-life " + millis + " ms";
            case TENTH_LIFE -> "tenth-life " + millis + " ms";
            case NONE -> "none";
            case SLURM_TICK ->
                String.format(
                        Locale.ROOT, "slurm-tick half-life %d ms, period %d ms, phase %d ms", millis, period, phase);
            case TENTH_LIFE_STEPS ->
                String.format(Locale.ROOT, "tenth-life %d ms, steps of %d ms, phase %d ms", millis, period, phase);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DecayLaw that
                && kind == that.kind
                && millis == that.millis
                && period == that.period
                && phase == that.phase;
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
