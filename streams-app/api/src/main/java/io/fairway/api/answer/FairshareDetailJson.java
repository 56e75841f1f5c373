package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fairway.api.why.Row;
import java.util.Collection;
import java.util.List;

/** The standing of one association or account, and the reasons for it. */
public record FairshareDetailJson(
        String domain,
        PolicyNameJson policy,
        int users,
        @JsonUnwrapped Explained explained,
        FreshnessJson freshness) {
    /** Fairshare with the numbers and the words behind it. */
    public record Explained(
            FairshareJson fairshare,
            List<Row> rows,
            String formula,
            Collection<String> sentences,
            List<String> changes,
            List<String> recovery) {}
}
