package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs that wait, in the order of a policy, or jobs that run. */
public record JobsJson(
        String domain,
        PolicyNameJson policy,
        int total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        List<JobJson> items,
        FreshnessJson freshness) {}
