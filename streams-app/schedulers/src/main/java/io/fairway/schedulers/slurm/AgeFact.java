package io.fairway.schedulers.slurm;

/**
 * Something that happened to a waiting job and matters to its age.
 *
 * @param at epoch milliseconds; in the future for a begin time that is known beforehand
 * @param kind what happened
 */
public record AgeFact(long at, Kind kind) {
    /** What can happen. */
    public enum Kind {
        /** The job was submitted; it is eligible unless another fact of the same instant says otherwise. */
        SUBMITTED,
        /** The job waits for another one. */
        WAITS_FOR_DEPENDENCY,
        /** The job waits for its begin time. */
        WAITS_FOR_BEGIN,
        /** The job exceeds a limit, or its association has as many jobs accruing age as it may have. */
        EXCEEDS_LIMITS,
        /** Nothing of the three above is true any more. */
        ELIGIBLE,
        /** A user or an administrator put the job on hold. */
        HELD,
        /** The hold was taken away. */
        RELEASED,
        /** The job ran and is back in the queue: its age begins anew. */
        REQUEUED
    }
}
