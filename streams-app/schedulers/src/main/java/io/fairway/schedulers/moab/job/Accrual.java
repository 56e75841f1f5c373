package io.fairway.schedulers.moab.job;

import io.fairway.core.priority.Form;
import org.jspecify.annotations.Nullable;

/**
 * A duration that grows with time or stands still, such as effective queue time or run time.
 *
 * @param millis accrued before {@code since}, at least 0
 * @param since epoch milliseconds from which it grows; {@code null} = it stands still
 */
public record Accrual(long millis, @Nullable Long since) {
    private static final double MISSED = 1e-4;
    private static final double FARTHEST = 1L << 52;

    public Accrual {
        if (millis < 0) {
            throw new IllegalArgumentException("accrued time " + millis + " ms: must be at least 0");
        }
    }

    /** Nothing yet, growing from {@code time} on. */
    public static Accrual since(long time) {
        return new Accrual(0, time);
    }

    /** {@code millis}, standing still. */
    public static Accrual stopped(long millis) {
        return new Accrual(millis, null);
    }

    /** The duration at {@code time} in milliseconds. */
    public long at(long time) {
        return since == null ? millis : millis + Math.max(0, time - since);
    }

    /**
     * This duration from {@code now} until {@link #changesAfter}: a duration that starts to grow later stands still.
     */
    public Accrual asOf(long now) {
        return since != null && since > now ? stopped(millis) : this;
    }

    /** The time at which it starts to grow, if that is after {@code now}; else never. */
    public long changesAfter(long now) {
        return since != null && since > now ? since : Long.MAX_VALUE;
    }

    /** {@code base + duration / divisor}, within {@code floor..cap}. */
    public Form linear(double divisorMillis, double base, double floor, double cap) {
        return since == null
                ? new Form.Constant(Math.max(floor, Math.min(cap, base + millis / divisorMillis)))
                : new Form.Ramp(since - millis, 1, divisorMillis, base, floor, cap);
    }

    /**
     * {@code max(1e-4, (target - duration) / unit)^-2}, and past the target {@code afterMiss} more per unit.
     *
     * @param targetMillis the duration to stay below
     */
    public Form inverseSquare(double targetMillis, long unitMillis, double afterMiss) {
        long target = Math.round(Math.min(targetMillis, FARTHEST));
        return since == null
                ? new Form.Constant(new Form.InverseSquare(target, unitMillis, MISSED, afterMiss).at(millis))
                : new Form.InverseSquare(since - millis + target, unitMillis, MISSED, afterMiss);
    }
}
