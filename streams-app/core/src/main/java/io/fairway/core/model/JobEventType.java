package io.fairway.core.model;

/**
 * What a source can report about a job, in the order in which events of one instant are read.
 *
 * <p>The codes are part of the stored state. A code never passes to another type.
 */
public enum JobEventType {
    /** The job was submitted. */
    SUBMITTED(1),
    /** Attributes of the job changed. */
    MODIFIED(2),
    /** A user or an operator holds the job. */
    HELD(3),
    /** The hold was removed. */
    RELEASED(4),
    /** The job may not start now; {@link Attribute#REASON} says why. */
    INELIGIBLE(5),
    /** The job's own conditions allow a start. */
    ELIGIBLE(6),
    /** Slots are held for the job while it waits. */
    RESERVED(7),
    /** Another job of lower priority started before this one (backfill). */
    BYPASSED(8),
    /** What the limits of a policy say of a waiting job. Fairway's own: no source reports it. */
    LIMITED(23),
    /** A run began; its time is its start. */
    STARTED(9),
    /** Counters of a running job. */
    SAMPLE(10),
    /** A sample that is kept beside later ones, because CPU time counts from when it was reported. */
    REPORT(22),
    /** The running job asked for another size. */
    RESIZE_REQUESTED(11),
    /** The running job has another size from here on. */
    RESIZED(12),
    /** The running job was suspended. */
    SUSPENDED(13),
    /** The suspended job runs again. */
    RESUMED(14),
    /** The run ended, and the job waits again. */
    REQUEUED(15),
    /** The run ended because its host failed, and the job waits again. */
    RERUN(16),
    /** The run ended, and the job waits again, to run elsewhere. */
    MIGRATED(17),
    /** The job went to another cluster and is no longer this one's. */
    FORWARDED(18),
    /** The run ended, and the job with it. */
    FINISHED(19),
    /** The job was cancelled, waiting or running. */
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
