package io.fairway.client.diff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the answer of slurmrestd to {@code /slurm/v0.0.40/shares} and later: an object for each account and association. */
public final class RestShares {
    private final List<ShareLine> lines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** Reads an answer; an entry without a name is a problem, and the rest goes on. */
    public RestShares(JsonNode answer, String place) {
        JsonNode shares = answer.path("shares").path("shares");
        if (!shares.isArray()) {
            problems.add(place + ": must have an array shares.shares, as slurmrestd answers from v0.0.40 on");
        }
        answer.path("errors")
                .forEach(error -> problems.add(place + ": "
                        + error.path("error").asText(error.path("description").asText("an error"))));
        int index = 0;
        for (JsonNode each : shares) {
            String name = each.path("name").asText();
            if (name.isEmpty()) {
                problems.add(place + ", shares[" + index + "]: name must not be empty");
            } else {
                lines.add(line(each, name));
            }
            index++;
        }
    }

    private static ShareLine line(JsonNode each, String name) {
        boolean isUser = each.path("type").toString().contains("USER");
        JsonNode fairshare = each.path("fairshare");
        double shares = number(each.path("shares"));
        return new ShareLine(
                isUser ? each.path("parent").asText() : name,
                isUser ? name : "",
                isUser ? each.path("partition").asText("") : "",
                Double.isNaN(shares) ? "" : Long.toString((long) shares),
                number(each.path("usage")),
                number(each.path("effective_usage")),
                number(fairshare.path("factor")),
                number(fairshare.path("level")),
                0);
    }

    /** A plain number, or an object that says whether it is set or infinite. */
    private static double number(JsonNode node) {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.path("infinite").asBoolean()) {
            return Double.POSITIVE_INFINITY;
        }
        return node.path("set").asBoolean(false) && node.path("number").isNumber()
                ? node.path("number").doubleValue()
                : Double.NaN;
    }

    /** Accounts and associations. */
    public List<ShareLine> lines() {
        return List.copyOf(lines);
    }

    /** What could not be read. */
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
