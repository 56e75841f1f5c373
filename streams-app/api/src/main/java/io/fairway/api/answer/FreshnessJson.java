package io.fairway.api.answer;

import java.time.Instant;

/** How fresh an answer is, and which instance gave it. */
public record FreshnessJson(
        Instant asOf, Instant readAt, String state, String role, String instance, long lag, boolean committed) {
    /**
     * The freshness of a copy.
     *
     * @param asOf instant of its numbers, epoch milliseconds
     * @param active whether the instance that answers processes the domain; else it is a standby
     * @param stale whether newer changes may be missing
     * @param lag records of the stores' logs that the copy has not read
     */
    public static FreshnessJson of(long asOf, boolean active, boolean stale, String instance, long lag) {
        Instant at = Instant.ofEpochMilli(asOf);
        return new FreshnessJson(
                at, at, stale ? "stale" : "current", active ? "active" : "standby", instance, lag, false);
    }
}
