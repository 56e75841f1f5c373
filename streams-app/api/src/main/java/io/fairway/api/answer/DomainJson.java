package io.fairway.api.answer;

import java.util.Collection;
import java.util.List;

/** A domain: its clusters, trees and policies, and its numbers of jobs and associations. */
public record DomainJson(
        String domain,
        int partition,
        Collection<String> clusters,
        Collection<String> trees,
        List<PolicyNameJson> policies,
        Counts counts,
        FreshnessJson freshness) {
    /** The numbers of jobs and associations. */
    public record Counts(long pendingJobs, long runningJobs, long associations) {}
}
