package io.fairway.schedulers.lsf.aps;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The state that LSF keeps of a job for its absolute priority. Immutable; {@link ApsEvent} lists the events. Times are
 * epoch milliseconds.
 *
 * @param submitted time of submission; orders jobs of equal value
 * @param submittedPriority job priority as submitted or last modified
 * @param pendingSince start of the current pending time; {@code null} while it runs or is suspended
 * @param pendedBefore earlier pending milliseconds, for grace periods
 * @param escalatedBefore earlier pending milliseconds, for the escalation of the job priority
 * @param system bmod -aps "system=value", not 0; {@code null} = none
 * @param admin bmod -aps "admin=value", not 0; {@code null} = none
 * @param place position among otherwise equal jobs, or before all pending ones
 */
@RecordBuilder
public record ApsState(
        long submitted,
        double submittedPriority,
        @Nullable Long pendingSince,
        long pendedBefore,
        long escalatedBefore,
        @Nullable Double system,
        @Nullable Double admin,
        Place place)
        implements ApsStateBuilder.With {
    /** The position of a job in the order. */
    public enum Place {
        /** Suspended, or migrated: before every pending job. */
        BEFORE_PENDING,
        /** Requeued to the top: before jobs of equal value. */
        TOP,
        USUAL,
        /** Requeued to the bottom: after jobs of equal value. */
        BOTTOM;

        /** The position among jobs of equal value, as a component; job priorities are whole numbers. */
        Component among() {
            double value = switch (this) {
                case TOP -> 0.25;
                case BEFORE_PENDING, USUAL -> 0;
                case BOTTOM -> -0.25;
            };
            return Component.of("place", 1, new Form.Constant(value));
        }
    }

    /** The largest system value, of either sign. */
    public static final double MAX_SYSTEM = 1e11;

    public ApsState {
        if (system != null && (system == 0 || !(Math.abs(system) <= MAX_SYSTEM))) {
            throw new IllegalArgumentException(
                    "system value " + system + ": must not be 0, and at most " + MAX_SYSTEM + " either way");
        }
        if (admin != null && (admin == 0 || !Double.isFinite(admin))) {
            throw new IllegalArgumentException("admin value " + admin + ": must be a number other than 0");
        }
        if (pendedBefore < 0 || escalatedBefore < 0) {
            throw new IllegalArgumentException(
                    "earlier pending times " + pendedBefore + " and " + escalatedBefore + " ms: must be at least 0");
        }
    }

    /** A new job. */
    public static ApsState submitted(long time, double priority) {
        return new ApsState(time, priority, time, 0, 0, null, null, Place.USUAL);
    }

    /** The state of a pending resize request of this job: everything is inherited, and the escalation goes on. */
    public ApsState asking(long since) {
        return with().pendingSince(since).place(Place.USUAL).build();
    }

    /** Whether it started and is suspended by bstop: it goes before pending jobs, and does not pend itself. */
    public boolean isSuspended() {
        return pendingSince == null && place == Place.BEFORE_PENDING;
    }

    /** Milliseconds pending until {@code now}, for grace periods. */
    public long pended(long now) {
        return pendedBefore + sincePending(now);
    }

    /** Milliseconds pending until {@code now}, for the escalation. */
    public long escalated(long now) {
        return escalatedBefore + sincePending(now);
    }

    private long sincePending(long now) {
        return pendingSince == null ? 0 : Math.max(0, now - pendingSince);
    }

    /**
     * An administrator sets the system value (bmod -aps "system=value"). The system and the admin value exclude each
     * other: the last one applies.
     *
     * @throws IllegalArgumentException if the job is not pending, or the caller is not an administrator
     */
    public ApsState withSystem(double value, boolean administrator) {
        allowed("system", value, administrator);
        return with().system(value).admin(null).build();
    }

    /** An administrator sets the admin value (bmod -aps "admin=value"); see {@link #withSystem}. */
    public ApsState withAdmin(double value, boolean administrator) {
        allowed("admin", value, administrator);
        return with().system(null).admin(value).build();
    }

    /** Removes both values (bmod -apsn). */
    public ApsState withoutApsValues() {
        return with().system(null).admin(null).build();
    }

    private void allowed(String name, double value, boolean administrator) {
        if (!administrator) {
            throw new IllegalArgumentException(name + " value " + value + ": must be set by an administrator");
        }
        if (pendingSince == null) {
            throw new IllegalArgumentException(name + " value " + value + ": must be set on a pending job");
        }
    }
}
