package io.fairway.client.diff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the answer of slurmrestd to {@code /slurm/v0.0.40/shares} and later: an object for each account and association. */
public final class RestShares {
    /** Slurm's "no value" of 32 bits, which v0.0.40 and v0.0.41 print. */
    private static final double NO_VALUE = 0xfffffffeL;

    /** Slurm's infinity of 64 bits, which v0.0.43 and later print as a double. */
    private static final double INFINITE = 0x1p64;

    /** Shares of a user who has those of its account. */
    private static final long PARENT = 0x7fffffffL;

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
                Double.isNaN(shares) ? "" : shares == PARENT ? "parent" : Long.toString((long) shares),
                number(each.path("usage")),
                number(each.path("effective_usage")),
                // Of an account it is 0 here, and nothing in sshare.
                isUser ? number(fairshare.path("factor")) : Double.NaN,
                // Whoever has the shares of its account has no level, as sshare prints it.
                shares == PARENT ? Double.NaN : number(fairshare.path("level")),
                0);
    }

    /** A plain number, or an object that says whether it is set or infinite. */
    private static double number(JsonNode node) {
        if (node.isNumber()) {
            double number = node.doubleValue();
            return number == NO_VALUE ? Double.NaN : number >= INFINITE ? Double.POSITIVE_INFINITY : number;
        }
        if (node.path("infinite").asBoolean()) {
            return Double.POSITIVE_INFINITY;
        }
        JsonNode number = node.path("number");
        return node.path("set").asBoolean(false) && number.isNumber() ? number(number) : Double.NaN;
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
