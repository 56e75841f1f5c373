package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standings of the associations and accounts of a tree.
 *
 * @param at the instant of the numbers, if it is an earlier one
 */
public record FairshareListJson(
        String domain,
        String tree,
        PolicyNameJson policy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant at,
        int users,
        int total,
        List<FairshareJson> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {}
