package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;

/** Last lines of tables: the policy, the instant, and whether there is more. */
public final class Footers {
    /** The member of a sorted list that counts the lines which are left out. */
    static final String MORE = "more";

    private Footers() {}

    /** {@code policy fairtree (active), 2026-05-03T12:00:00Z}. */
    public static String policyAndTime(JsonNode answer) {
        String past = answer.hasNonNull("at") ? "as it was at " + Shown.instant(answer.path("at")) + ", " : "";
        return policy(answer.path("policy")) + ", " + past + time(answer);
    }

    /**
     * Says that a list is empty, and of what.
     *
     * @param what what it would list, such as {@code waiting jobs of user anna}
     */
    public static void nothing(String what, JsonNode answer, TextPage page) {
        page.sentence("", "no " + what + " in domain " + answer.path("domain").asText() + "; " + time(answer));
    }

    /** {@code fairtree (active)}. */
    static String policy(JsonNode policy) {
        return "policy " + policy.path("name").asText() + " ("
                + policy.path("state").asText() + ")";
    }

    /** The instant of the numbers, and whether they are stale. */
    public static String time(JsonNode answer) {
        JsonNode freshness = answer.path("freshness");
        boolean stale = freshness.path("state").asText().equals("stale");
        return "as of " + Shown.namedInstant(freshness.path("asOf")) + (stale ? ", stale" : "");
    }

    /** Says what the numbers of an instant are recomputed from of which jobs are forgotten. */
    public static void rows(JsonNode answer, TextPage page) {
        JsonNode rows = answer.path("rows");
        if (!rows.isObject()) {
            return;
        }
        page.sentence(
                "",
                "recomputed from usage by " + rows.path("by").asText()
                        + ", spread evenly; AT LEAST and AT MOST: if all of it was at the" + " beginning of each "
                        + rows.path("by").asText() + ", or at its end");
        page.sentence("", "not known: " + rows.path("unknown").asText());
        if (rows.path("leftOfEarlier").asDouble() > 0.001) {
            page.sentence(
                    "",
                    "usage before " + Shown.instant(rows.path("knownSince")) + " is not in it; up to "
                            + Shown.fixed(100 * rows.path("leftOfEarlier").asDouble(), 1)
                            + " % of it was left then");
        }
    }

    /** Whether a list has more lines than were asked for. */
    public static boolean isCut(JsonNode answer) {
        return answer.hasNonNull("next") || answer.has(MORE);
    }

    /**
     * Says that there is more, if there is.
     *
     * @param count the member that holds the total; empty = there is none
     */
    public static void more(JsonNode answer, String count, TextPage page) {
        if (isCut(answer)) {
            String total = answer.has(count) ? " of " + answer.path(count).asText() : "";
            page.sentence("", answer.path("items").size() + total + " are shown; use --limit N or --all for more");
        }
    }
}
