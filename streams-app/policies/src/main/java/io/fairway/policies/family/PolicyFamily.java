package io.fairway.policies.family;

import io.fairway.core.hosts.HostTable;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.shares.ShareTree;
import io.fairway.schemas.Keys;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A version of a policy, read. It says what the policy counts, and how fairshare and priorities follow from that. A
 * family is a function: it keeps nothing between calls. Only a {@link #succession} and
 * {@link #jobLimits} keep something, and belong to their caller.
 *
 * <p>The list of families is {@code PolicyFamilies}. What each of them keeps is in {@code PolicyFamilyContractTest}:
 *
 * <ol>
 *   <li>Equal arguments give equal numbers, bit for bit.
 *   <li>A user who used more has no greater factor, and none is above {@link #mostFairshare}.
 *   <li>The explanation of a node begins with its factor.
 * </ol>
 *
 * <p>docs/extend.md has an example.
 */
public interface PolicyFamily {
    /** The schedulers with policies. */
    enum Scheduler {
        /** Slurm. */
        SLURM,
        /** IBM Spectrum LSF. */
        LSF,
        /** Moab and Maui. */
        MOAB
    }

    /** The scheduler that the policy belongs to. */
    Scheduler scheduler();

    /** The way that its fairshare moves while nothing starts or ends. */
    UsageTrend course();

    /**
     * The sizes that its algorithm or a weight needs and that are not set, each by its key with the reason. A new version
     * without them is refused. One that is in force goes on, and heartbeats tell of it.
     */
    default List<String> missingSizes() {
        return List.of();
    }

    /** What its scheduler takes and an administrator may not have meant, each with the code of the rule. */
    default List<String> warnings() {
        return List.of();
    }

    /** The measures that it counts, at least one. */
    List<MeasureDefinition> measures();

    /** The share trees that it has for itself. */
    default Set<String> scopes() {
        return Set.of();
    }

    /** Whether it evaluates the share trees that jobs name. */
    default boolean readsNamedTrees() {
        return true;
    }

    /**
     * The association whose fairshare counts for a job; null = none.
     *
     * @param attributes the job's, as they are now
     */
    @Nullable
    NodeId association(JobKey job, JobAttributes attributes);

    /**
     * Reads a share tree and its usage at an instant, which may lie ahead. The view is a value: the family keeps
     * nothing of it, and two views of the same arguments give the same numbers.
     *
     * @param usage by measure, of nodes of this tree and others
     * @param at epoch milliseconds, at or after the newest fact of the usage
     */
    PolicyView view(ShareTree tree, UsageReader usage, long at);

    /** The views of a share tree at one instant after the other, for whoever needs many. */
    default Succession succession(ShareTree tree) {
        return (usage, at) -> view(tree, usage, at);
    }

    /** The formula of a job's priority, in one line. */
    String formulaOfJobs();

    /** The weighted summands of a node's fairshare; none if it is no such sum. */
    default List<PriorityTerm> summands(Fairshare fairshare, int node) {
        return List.of();
    }

    /** The largest possible factor, for example 1; infinity if there is none. */
    default double mostFairshare() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Whether job records include a fairshare of their own, and so must be made anew after each evaluation of usage.
     */
    default boolean jobsFollowUsage() {
        return false;
    }

    /** Whether a job needs a place in a share tree for a priority, if it belongs to an association. */
    default boolean needsShares() {
        return true;
    }

    /** Whether a share tree has a place for a job of an association. */
    default boolean hasPlace(ShareTree tree, NodeId association, JobAttributes attributes) {
        return tree.find(association) >= 0;
    }

    /** The node of a share tree that a job of an association counts for now; -1 = none. */
    default int node(ShareTree tree, NodeId association, JobAttributes attributes) {
        return tree.find(association);
    }

    /** Whether job records depend on the active jobs of their user. */
    default boolean readsActivity() {
        return false;
    }

    /** The limits by which it decides which waiting jobs are eligible, which know no job yet; null = it has none. */
    default @Nullable JobLimits jobLimits() {
        return null;
    }

    /** Whether fairshare or job records depend on usage on other clusters. */
    default boolean readsImported() {
        return false;
    }

    /**
     * The requests for which jobs that run or are suspended may have priority records: {@link Keys#RUNNING} for their own,
     * {@link Keys#RESIZE} for a pending resize request.
     */
    default Set<String> requestsOfActive() {
        return Set.of();
    }

    /** Whether priorities of its jobs may be such that they never fall, see {@link Ranked#neverFalls}. */
    default boolean neverFalls() {
        return false;
    }

    /** Whether it orders queues. */
    default boolean ordersQueues() {
        return false;
    }

    /**
     * The orders in which queues are served; none if the policy does not order them.
     *
     * @param jobs that wait or run
     * @param hosts that are known now
     * @param at epoch milliseconds
     */
    default List<Order> orders(Iterable<QueuedJob> jobs, UsageReader usage, HostTable hosts, long at) {
        return List.of();
    }

    /** The greatest default of epsilon: factors on the topic are right to three digits, whatever the weights are. */
    double THREE_DIGITS = 0.0005;

    /** The default for how far a factor moves before it is sent again, above 0 and at most {@link #THREE_DIGITS}. */
    double usualEpsilon();
}
