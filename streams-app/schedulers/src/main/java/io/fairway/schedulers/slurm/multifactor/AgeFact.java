package io.fairway.schedulers.slurm.multifactor;

/**
 * An event of a waiting job that affects its age.
 *
 * @param at epoch milliseconds; in the future for a known begin time
 * @param kind what happened
 */
public record AgeFact(long at, Kind kind) {
    /** The kinds of events. */
    public enum Kind {
        /** The job was submitted; it is eligible unless another fact of the same instant says otherwise. */
        SUBMITTED,
        /** The job waits for another one. */
        WAITS_FOR_DEPENDENCY,
        /** The job waits for its begin time. */
        WAITS_FOR_BEGIN,
        /** The job exceeds a limit, or its association already has its maximum of jobs that accrue age. */
        EXCEEDS_LIMITS,
        /** None of the three above holds any more. */
        ELIGIBLE,
        /** A user or an administrator put the job on hold. */
        HELD,
        /** The hold was removed. */
        RELEASED,
        /** The job ran and is back in the queue: its age starts again. */
        REQUEUED
    }
}
