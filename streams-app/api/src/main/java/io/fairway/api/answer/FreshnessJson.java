package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/** How fresh an answer is, and which instance gave it. */
public record FreshnessJson(
        Instant asOf,
        Instant readAt,
        String state,
        String role,
        String instance,
        long lag,
        boolean committed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> silent) {
    /**
     * The freshness of a copy.
     *
     * @param asOf instant of its numbers, epoch milliseconds
     * @param active whether the instance that answers processes the domain; else it is a standby
     * @param lag records of the stores' logs that the copy has not read: with any, newer changes may be missing
     * @param silent the clusters whose sources are silent, each in a sentence: what happened since is missing
     */
    public static FreshnessJson of(long asOf, boolean active, String instance, long lag, List<String> silent) {
        boolean stale = !active || lag > 0 || !silent.isEmpty();
        Instant at = Instant.ofEpochMilli(asOf);
        return new FreshnessJson(
                at, at, stale ? "stale" : "current", active ? "active" : "standby", instance, lag, false, silent);
    }
}
