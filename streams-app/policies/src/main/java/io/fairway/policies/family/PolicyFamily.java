package io.fairway.policies.family;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A version of a policy, read: what it counts, and how it makes fairshare and priorities of that. A family is a function:
 * it keeps nothing between calls.
 */
public interface PolicyFamily {
    /** The schedulers whose policies there are. */
    enum Scheduler {
        SLURM,
        LSF,
        MOAB
    }

    /** Whose policy it is. */
    Scheduler scheduler();

    /** How its fairshare moves while nothing starts or ends. */
    Course course();

    /** The measures that it counts, at least one. */
    List<Statement> measures();

    /** The share trees that it has for itself. */
    default Set<String> scopes() {
        return Set.of();
    }

    /** Whether it evaluates the share trees that jobs name. */
    default boolean readsNamedTrees() {
        return true;
    }

    /** Whose fairshare counts for a job; null = nobody's. */
    @Nullable
    NodeId association(JobKey job, JobAttributes attributes);

    /**
     * Reads a share tree and its usage at an instant, which may lie ahead. The view is a value: the family keeps nothing of
     * it, and two views of the same arguments give the same numbers.
     *
     * @param at epoch milliseconds
     */
    PolicyView view(ShareTree tree, UsageReader usage, long at);

    /** How the priority of a job is computed, in one line. */
    String formulaOfJobs();

    /** The largest factor that there is; infinity where there is none. */
    default double mostFairshare() {
        return Double.POSITIVE_INFINITY;
    }

    /** Whether job records hold a fairshare of their own, and have to be made anew whenever usage was evaluated. */
    default boolean jobsFollowUsage() {
        return false;
    }

    /** Whether job records depend on what the active jobs of their user are. */
    default boolean readsActivity() {
        return false;
    }

    /** Whether running jobs may have priority records, for a pending resize request. */
    default boolean ranksResizes() {
        return false;
    }

    /** Whether it orders queues. */
    default boolean ordersQueues() {
        return false;
    }

    /** In which order queues are served, where the policy orders them. */
    default List<Order> orders(Iterable<QueuedJob> jobs, UsageReader usage, long at) {
        return List.of();
    }

    /** How far a factor moves before it is sent again, where the policy does not say. */
    double usualEpsilon();
}
