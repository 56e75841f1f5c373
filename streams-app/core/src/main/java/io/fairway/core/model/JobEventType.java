package io.fairway.core.model;

/**
 * What a source can report about a job, in the order in which events of one instant are read.
 *
 * <p>The codes are part of the stored state. A code never passes to another type.
 */
public enum JobEventType {
    SUBMITTED(1),
    MODIFIED(2),
    HELD(3),
    RELEASED(4),
    INELIGIBLE(5),
    ELIGIBLE(6),
    RESERVED(7),
    BYPASSED(8),
    /** What the limits of a policy say of a waiting job. Fairway's own: no source reports it. */
    LIMITED(23),
    STARTED(9),
    SAMPLE(10),
    /** A sample that is kept beside later ones, because CPU time counts from when it was reported. */
    REPORT(22),
    RESIZE_REQUESTED(11),
    RESIZED(12),
    SUSPENDED(13),
    RESUMED(14),
    REQUEUED(15),
    RERUN(16),
    MIGRATED(17),
    FORWARDED(18),
    FINISHED(19),
    CANCELLED(21);

    /** {@link #values} makes a copy each time. */
    private static final JobEventType[] ALL = values();

    private final int code;

    JobEventType(int code) {
        this.code = code;
    }

    /** The stable number of this type in stored state. */
    public int code() {
        return code;
    }

    /** The type with a stored code. */
    public static JobEventType ofCode(int code) {
        for (JobEventType type : ALL) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("job event type code " + code + ": no type has this code");
    }

    /** Whether this event ends its run. */
    public boolean endsRun() {
        return switch (this) {
            case REQUEUED, RERUN, MIGRATED, FORWARDED, FINISHED, CANCELLED -> true;
            case SUBMITTED,
                    MODIFIED,
                    HELD,
                    RELEASED,
                    INELIGIBLE,
                    ELIGIBLE,
                    RESERVED,
                    BYPASSED,
                    LIMITED,
                    STARTED,
                    SAMPLE,
                    REPORT,
                    RESIZE_REQUESTED,
                    RESIZED,
                    SUSPENDED,
                    RESUMED -> false;
        };
    }

    /** Whether the job waits again after its run ended this way. */
    public boolean pendsAgain() {
        return this == REQUEUED || this == RERUN || this == MIGRATED;
    }

    /** Whether this event is about a run rather than about the waiting job. */
    public boolean belongsToRun() {
        return endsRun()
                || this == STARTED
                || this == SAMPLE
                || this == REPORT
                || this == RESIZED
                || this == RESIZE_REQUESTED
                || this == SUSPENDED
                || this == RESUMED;
    }
}
