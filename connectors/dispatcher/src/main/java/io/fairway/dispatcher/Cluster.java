package io.fairway.dispatcher;

import io.fairway.avro.JobEvent;

/**
 * What a dispatcher starts jobs on: an adapter of a scheduler, a simulation, or {@link SlotCluster}. It is called by one
 * thread, and answers at once: all else waits for it.
 */
public interface Cluster {
    /** Whether any job at all could start now; false spares the evaluation of the queue. */
    default boolean hasRoom() {
        return true;
    }

    /** Whether the free resources are enough for a job now, or for what a resize request asks for beyond what the job has. */
    boolean fits(ChosenJob job);

    /**
     * Slots that the queue of a job would hold in all clusters of its domain if the job were started, or its request granted,
     * now. Like {@link #fits} it knows of every job that was started before. It is asked only where the policy gives the
     * queue slots of a pool.
     *
     * @throws UnsupportedOperationException if the cluster does not know; such a policy cannot be followed on it
     */
    default double wouldHold(ChosenJob job) {
        throw new UnsupportedOperationException("policy " + job.policy() + " gives queue " + job.queue()
                + " slots of a pool: this cluster does not say how many slots a queue holds");
    }

    /**
     * Starts a job. The cluster tells the job's events itself, the start among them: it alone knows when a job really runs.
     *
     * <p>It is the last to know whether a job still waits. After a restart the dispatcher may offer a job again that was
     * started moments before: refuse it.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return false if the job is refused; it is then not offered again before its priority record changes
     */
    boolean start(ChosenJob job, long now);

    /** Whether it can change the size of running jobs; if not, their resize requests are passed over. */
    default boolean resizes() {
        return false;
    }

    /**
     * Grants a resize request. The cluster tells the job's event itself.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return false if the request is refused; it is then not offered again before its record changes
     */
    default boolean resize(ChosenJob request, long now) {
        return false;
    }

    /** Whether {@link #observe} wants the job events. */
    default boolean observesJobs() {
        return false;
    }

    /** A job event, of any source, in the order of its partition; also those from before the dispatcher was started. */
    default void observe(JobEvent event) {}
}
