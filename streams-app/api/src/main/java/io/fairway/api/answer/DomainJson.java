package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
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
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SourceJson> sources,
        FreshnessJson freshness) {
    /** The numbers of jobs and associations. */
    public record Counts(long pendingJobs, long runningJobs, long associations) {}
}
