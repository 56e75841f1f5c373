package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shares of a tree. */
public record SharesJson(
        String domain,
        String tree,
        List<Share> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /** The shares of an association or account. */
    public record Share(
            String tree,
            String account,
            String user,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String partition,
            @Nullable String parent,
            String path,
            int depth,
            @Nullable Long shares,
            boolean auto) {}
}
