package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waiting jobs in the order of a policy, running jobs, or jobs that ended in a period.
 *
 * @param at the instant of the list, if it is an earlier one
 * @param measure the measure of the costs of ended jobs; like the period and the cost, left out of others
 * @param cost what all jobs of the list were charged
 */
public record JobsJson(
        String domain,
        PolicyNameJson policy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant at,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String measure,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant from,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant to,
        int total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double cost,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        List<JobJson> items,
        FreshnessJson freshness) {}
