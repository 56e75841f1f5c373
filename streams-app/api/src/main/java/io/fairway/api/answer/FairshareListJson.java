package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standings of the associations and accounts of a tree.
 *
 * @param at the instant of the numbers, if it is an earlier one
 * @param rows what the numbers are recomputed from, where jobs of that instant are forgotten
 */
public record FairshareListJson(
        String domain,
        String tree,
        PolicyNameJson policy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant at,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Rows rows,
        int users,
        int total,
        List<FairshareJson> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /**
     * Rows of usage.
     *
     * @param by their length: hour or day
     * @param measure of the bounds of usage
     * @param knownSince the first day with rows
     * @param leftOfEarlier the part of usage of that day that was left at the instant, 0 to 1
     * @param unknown what is not known, and why
     */
    public record Rows(String by, String measure, Instant knownSince, double leftOfEarlier, String unknown) {}
}
