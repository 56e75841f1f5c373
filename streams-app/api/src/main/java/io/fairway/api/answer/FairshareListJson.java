package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The standings of the associations and accounts of a tree. */
public record FairshareListJson(
        String domain,
        String tree,
        PolicyNameJson policy,
        int users,
        int total,
        List<FairshareJson> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {}
