package io.fairway.policies.family;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.explain.Outlook;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A version of a policy, read: what it counts, and how it makes fairshare and priorities of that. */
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

    /** The fairshare of a tree at an instant. */
    Fairshare fairshare(ShareTree tree, UsageReader usage, long at);

    /**
     * The fairshare of a tree at an instant that may lie ahead, of usage that may not be the real one: the same numbers, and
     * nothing is remembered of it.
     */
    default Fairshare foresee(ShareTree tree, UsageReader usage, long at) {
        return fairshare(tree, usage, at);
    }

    /**
     * What is said about a node beyond its terms.
     *
     * @param usage that {@code fairshare} was made of
     * @param nextReset when usage begins anew next, epoch milliseconds; {@link Long#MAX_VALUE} = never
     * @param at the instant of {@code fairshare}, epoch milliseconds
     */
    Outlook outlook(Fairshare fairshare, int node, UsageReader usage, long nextReset, long at);

    /**
     * Numbers behind the fairshare of a node that its terms do not have: Moab's target and windows. What weighs a number is its
     * first input.
     */
    default List<Term> numbers(ShareTree tree, int node, UsageReader usage, long at) {
        return List.of();
    }

    /** How the priority of a job is computed, in one line. */
    String formulaOfJobs();

    /** The largest factor that there is; infinity where there is none. */
    default double mostFairshare() {
        return Double.POSITIVE_INFINITY;
    }

    /** The priority records of a job by request, from an instant on; none if it has none. */
    Map<String, Ranked> priorities(WaitingJob job, long now);

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
