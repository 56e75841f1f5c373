package io.fairway.dispatcher.order;

import io.fairway.avro.JobEvent;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.running.RunningJobs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place where a dispatcher starts jobs: an adapter of a scheduler, a simulation, or {@code SlotCluster}. One thread
 * calls it. It must answer at once, because everything else waits for it. {@code Starts} is the target that uses it.
 *
 * <p>A start has two steps. {@link #start} takes the room of the job, and returns the event of its start. The dispatcher
 * writes this event and its dispatch record in one transaction, which fails if another dispatcher leads. Then it calls
 * {@link #carryOut}, or {@link #withdraw}.
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

    /** Why a job does not {@linkplain #fits fit}, or would be refused, now: one sentence for its user. */
    default String whyNot(ChosenJob job) {
        return "the cluster has no room for it";
    }

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
     * Takes the room of a job that is about to start. Nothing starts yet. The dispatcher does not offer a job that runs
     * or ended by the job events that it has read.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return the STARTED event; null if the job is refused: the dispatcher then does not offer it again before its
     *     priority record changes, or an event of the job arrives
     */
    @Nullable
    JobEvent start(ChosenJob job, long now);

    /** Whether it can change the size of running jobs; if not, the dispatcher skips their resize requests. */
    default boolean resizes() {
        return false;
    }

    /**
     * Takes the room of a resize request that is about to be granted; otherwise like {@link #start}.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @return the RESIZED event; null if the request is refused
     */
    default @Nullable JobEvent resize(ChosenJob request, long now) {
        return null;
    }

    /**
     * Starts or resizes the job: its event is on record. Called at most once for an event. A dispatcher that dies
     * before this call has recorded a start that nobody carries out; a cluster that finds one reports its end.
     */
    default void carryOut(ChosenJob job, JobEvent event) {}

    /** Gives back the room of a start, or of a resize, that is not on record and never will be. */
    default void withdraw(ChosenJob job) {}

    /**
     * Ends of starts that did not happen after all, although they are on record. The dispatcher puts them on record, and
     * then calls {@link #reported}; until then it gets them again.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     */
    default List<JobEvent> reports(String domain, long now) {
        return List.of();
    }

    /** These reports are on record. */
    default void reported(List<JobEvent> events) {}

    /**
     * Jobs that it refused a while ago, and may take now; each once.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     */
    default List<JobKey> again(long now) {
        return List.of();
    }

    /**
     * The dispatcher ends: nothing more starts. Called again and again before {@link #reports}, until {@link #isSettled}.
     *
     * @param now epoch milliseconds
     */
    default void end(long now) {}

    /** Whether all starts that were carried out are done with; a dispatcher that ends waits for that. */
    default boolean isSettled() {
        return true;
    }

    /** The hosts that it wants to know: the dispatcher then reads them. None by default. */
    default @Nullable SiteHosts hosts() {
        return null;
    }

    /** Receives the jobs that run by the job events, and by the starts since. Called once, before all others. */
    default void follow(RunningJobs jobs) {}
}
