package io.fairway.dispatcher;

import io.fairway.avro.JobEvent;

/**
 * The place where a dispatcher starts jobs: an adapter of a scheduler, a simulation, or {@link SlotCluster}. One thread
 * calls it. It must answer at once, because everything else waits for it.
 */
public interface Cluster {
    /** Whether any job could start now; false saves the evaluation of the queue. */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Whether the free resources are enough for a job now, or for the part of a resize request beyond the job's size.
     */
    boolean fits(ChosenJob job);

    /**
     * Slots that the queue of a job would hold in all clusters of its domain if the job started, or the cluster granted
     * its request, now. Like {@link #fits}, it includes every job that was started before. The dispatcher calls it only
     * if the policy gives the queue slots of a pool.
     *
     * @throws UnsupportedOperationException if the cluster does not count slots; it cannot follow such a policy
     */
    default double wouldHold(ChosenJob job) {
        throw new UnsupportedOperationException("policy " + job.policy() + " gives queue " + job.queue()
                + " slots of a pool: the cluster must count the slots of a queue");
    }

    /**
     * Starts a job. The cluster publishes the job's events itself, including the start: only it knows when a job really
     * runs.
     *
     * <p>It makes the final check whether a job still waits. After a restart the dispatcher may offer a job again that
     * it started moments before: the cluster must refuse it.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return false if the job is refused; the dispatcher then does not offer it again before its priority record
     *     changes
     */
    boolean start(ChosenJob job, long now);

    /** Whether it can change the size of running jobs; if not, the dispatcher skips their resize requests. */
    default boolean resizes() {
        return false;
    }

    /**
     * Grants a resize request. The cluster publishes the job's event itself.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return false if the request is refused; the dispatcher then does not offer it again before its record changes
     */
    default boolean resize(ChosenJob request, long now) {
        return false;
    }

    /** Whether {@link #observe} wants the job events. */
    default boolean observesJobs() {
        return false;
    }

    /**
     * Receives a job event, of any source, in the order of its partition; also events from before the dispatcher's
     * start.
     */
    default void observe(JobEvent event) {}
}
