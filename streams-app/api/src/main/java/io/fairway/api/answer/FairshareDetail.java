package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fairway.api.why.Row;
import java.util.Collection;
import java.util.List;

/** Where one association or account stands, and why. */
public record FairshareDetail(
        String domain,
        PolicyName policy,
        int users,
        @JsonUnwrapped Explained explained,
        Freshness freshness) {
    /** Fairshare with the numbers and the words behind it. */
    public record Explained(
            Fairshare fairshare,
            List<Row> rows,
            String formula,
            Collection<String> sentences,
            List<String> changes,
            List<String> recovery) {}
}
