package io.fairway.engine;

import io.fairway.core.policy.Fairshare;
import java.util.List;
import java.util.Map;

/**
 * A domain at its last heartbeat, for other threads to read. Immutable: it refers to the results of evaluations and
 * copies none of them.
 *
 * @param evaluatedThrough results are valid through this instant, epoch milliseconds
 * @param counts the heartbeat's counts of the present: pendingJobs, runningJobs, unplacedJobs, unplacedAssociations,
 *     deferredFacts
 * @param lookedThrough by cluster, how far the source has looked that is furthest behind, epoch milliseconds
 * @param evaluations the last ones, one per policy and tree
 */
public record EvaluatedDomain(
        String domain,
        long evaluatedThrough,
        Map<String, Long> counts,
        Map<String, Long> lookedThrough,
        List<Evaluation> evaluations) {
    /** The fairshare of a tree under a policy. */
    public record Evaluation(String policy, Fairshare fairshare) {}

    public EvaluatedDomain {
        counts = Map.copyOf(counts);
        lookedThrough = Map.copyOf(lookedThrough);
        evaluations = List.copyOf(evaluations);
    }
}
