package io.fairway.schedulers.lsf;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import org.jspecify.annotations.Nullable;

/**
 * What LSF keeps of a job for its absolute priority, through everything that happens to it. Immutable; {@link ApsEvent} says
 * what happens. Times are epoch milliseconds.
 *
 * @param submitted when the job was submitted; decides among equal values
 * @param submittedPriority job priority as submitted or last modified
 * @param pendingSince since when it is pending; {@code null} while it runs or is suspended
 * @param pendedBefore milliseconds pending before that, for grace periods
 * @param escalatedBefore milliseconds pending before that, for the escalation of the job priority
 * @param system bmod -aps "system=value", not 0; {@code null} = none
 * @param admin bmod -aps "admin=value", not 0; {@code null} = none
 * @param place among jobs that are otherwise equal, or before all pending ones
 */
public record ApsState(
        long submitted,
        double submittedPriority,
        @Nullable Long pendingSince,
        long pendedBefore,
        long escalatedBefore,
        @Nullable Double system,
        @Nullable Double admin,
        Place place) {
    /** Where a job stands in the order. */
    public enum Place {
        /** Suspended, or migrated: before every pending job. */
        BEFORE_PENDING,
        /** Requeued to the top: before those of equal value. */
        TOP,
        USUAL,
        /** Requeued to the bottom: after those of equal value. */
        BOTTOM;

        /** The place among jobs of equal value as a component of what decides between them; job priorities are whole. */
        Component among() {
            double value = switch (this) {
                case TOP -> 0.25;
                case BEFORE_PENDING, USUAL -> 0;
                case BOTTOM -> -0.25;
            };
            return Component.of("place", 1, new Form.Constant(value));
        }
    }

    /** The largest system value, either sign. */
    public static final double MAX_SYSTEM = 1e11;

    public ApsState {
        if (system != null && (system == 0 || !(Math.abs(system) <= MAX_SYSTEM))) {
            throw new IllegalArgumentException(
                    "system value " + system + ": must not be 0, and within " + MAX_SYSTEM + " of it");
        }
        if (admin != null && (admin == 0 || !Double.isFinite(admin))) {
            throw new IllegalArgumentException("admin value " + admin + ": must be a number, not 0");
        }
        if (pendedBefore < 0 || escalatedBefore < 0) {
            throw new IllegalArgumentException(
                    "time pending before " + pendedBefore + " and " + escalatedBefore + " ms: must be at least 0");
        }
    }

    /** A new job. */
    public static ApsState submitted(long time, double priority) {
        return new ApsState(time, priority, time, 0, 0, null, null, Place.USUAL);
    }

    /** Milliseconds pending until {@code now}, as grace periods count them. */
    public long pended(long now) {
        return pendedBefore + sincePending(now);
    }

    /** Milliseconds pending until {@code now}, as the escalation counts them. */
    public long escalated(long now) {
        return escalatedBefore + sincePending(now);
    }

    private long sincePending(long now) {
        return pendingSince == null ? 0 : Math.max(0, now - pendingSince);
    }

    /**
     * An administrator sets the system value (bmod -aps "system=value"). It and the admin value exclude each other: the last
     * one holds.
     *
     * @throws IllegalArgumentException if the job is not pending, or who asks is no administrator
     */
    public ApsState withSystem(double value, boolean administrator) {
        allowed("system", value, administrator);
        return new ApsState(
                submitted, submittedPriority, pendingSince, pendedBefore, escalatedBefore, value, null, place);
    }

    /** An administrator sets the admin value (bmod -aps "admin=value"); as {@link #withSystem}. */
    public ApsState withAdmin(double value, boolean administrator) {
        allowed("admin", value, administrator);
        return new ApsState(
                submitted, submittedPriority, pendingSince, pendedBefore, escalatedBefore, null, value, place);
    }

    /** Both values are taken back (bmod -apsn). */
    public ApsState withoutApsValues() {
        return new ApsState(
                submitted, submittedPriority, pendingSince, pendedBefore, escalatedBefore, null, null, place);
    }

    private void allowed(String name, double value, boolean administrator) {
        if (!administrator) {
            throw new IllegalArgumentException(name + " value " + value + ": only an administrator may set it");
        }
        if (pendingSince == null) {
            throw new IllegalArgumentException(name + " value " + value + ": only for a pending job");
        }
    }
}
