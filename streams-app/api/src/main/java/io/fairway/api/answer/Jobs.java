package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs that wait, in the order of a policy, or jobs that run. */
public record Jobs(
        String domain,
        PolicyName policy,
        int total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        List<Job> items,
        Freshness freshness) {}
