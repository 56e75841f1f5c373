package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waiting jobs in the order of a policy, or running jobs. */
public record JobsJson(
        String domain,
        PolicyNameJson policy,
        int total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        List<JobJson> items,
        FreshnessJson freshness) {}
