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

    /** Whether the free resources are enough for a job now. */
    boolean fits(WaitingJob job);

    /**
     * Starts a job. The cluster tells the job's events itself, the start among them: it alone knows when a job really runs.
     *
     * <p>It is the last to know whether a job still waits. After a restart the dispatcher may offer a job again that was
     * started moments before: refuse it.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return false if the job is refused; it is then not offered again before its priority record changes
     */
    boolean start(WaitingJob job, long now);

    /** Whether {@link #observe} wants the job events. */
    default boolean observesJobs() {
        return false;
    }

    /** A job event, of any source, in the order of its partition; also those from before the dispatcher was started. */
    default void observe(JobEvent event) {}
}
