package io.fairway.dispatcher.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Whether a ranking is new enough to be told. */
final class Freshness {
    private Freshness() {}

    /**
     * Why not; empty if it is.
     *
     * @param through epoch milliseconds through which the policy is evaluated, by its last heartbeat
     * @param bound the greatest age of the ranking
     */
    static String problem(String domain, OptionalLong through, long now, Duration bound) {
        if (through.isEmpty()) {
            return "domain " + domain + " has no heartbeat of its policy: is `fairway serve` running?";
        }
        long age = now - through.getAsLong();
        if (age <= bound.toMillis()) {
            return "";
        }
        return "the ranking of domain " + domain + " is stale: it was last evaluated at "
                + Instant.ofEpochMilli(through.getAsLong()) + ", more than " + bound.toSeconds() + " s ago";
    }
}
