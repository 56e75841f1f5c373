package io.fairway.client;

import com.fasterxml.jackson.databind.JsonNode;

/** Last lines of tables: under which policy, as of when, and whether there is more. */
final class Footers {
    private Footers() {}

    /** {@code policy fairtree (active), 2026-05-03T12:00:00Z}. */
    static String policyAndTime(JsonNode answer) {
        return policy(answer.path("policy")) + ", " + time(answer);
    }

    /** {@code fairtree (active)}. */
    static String policy(JsonNode policy) {
        return "policy " + policy.path("name").asText() + " ("
                + policy.path("state").asText() + ")";
    }

    /** The instant of the numbers, with a word if it is stale. */
    static String time(JsonNode answer) {
        JsonNode freshness = answer.path("freshness");
        boolean stale = freshness.path("state").asText().equals("stale");
        return "as of " + Shown.instant(freshness.path("asOf")) + (stale ? ", stale" : "");
    }

    /**
     * Says how much more there is, if there is more.
     *
     * @param count member that says how many there are; empty = none does
     */
    static void more(JsonNode answer, String count, TextPage page) {
        if (answer.hasNonNull("next")) {
            String total = answer.has(count) ? " of " + answer.path(count).asText() : "";
            page.sentence("", answer.path("items").size() + total + " are shown; --limit N or --all show more");
        }
    }
}
