package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the associations and accounts of a tree stand. */
public record FairshareListJson(
        String domain,
        String tree,
        PolicyNameJson policy,
        int users,
        int total,
        List<FairshareJson> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {}
