package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.answer.FairnessJson;
import io.fairway.api.answer.FreshnessJson;
import io.fairway.api.answer.JobsJson;
import io.fairway.api.answer.UsageJson;
import io.fairway.api.query.Answers;
import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * The items of a period, each a line of JSON, instead of one object with pages: for programs that read tables. They leave one after the
 * other, so an answer is as long as its period.
 */
final class ItemLines {
    static final String TYPE = "application/x-ndjson";

    /** As JSON: what an answer says of its numbers, and a list of lines cannot. */
    static final String FRESHNESS = "Fairway-Freshness";

    private static final Set<String> OPERATIONS = Set.of("getUsage", "getFairness", "listJobs");

    private final Context context;
    private boolean begun;

    ItemLines(Context context) {
        this.context = context;
    }

    /**
     * Whether a question asks for lines.
     *
     * @throws Problem if it does, and its answer is no period
     */
    static boolean areAsked(Context context, String operation, Answers.Parameters asked) {
        String accepted = context.header("Accept");
        if (accepted == null || !accepted.contains(TYPE) || !OPERATIONS.contains(operation)) {
            return false;
        }
        boolean period = switch (operation) {
            case "listJobs" -> asked.needed("state").equals("ended");
            case "getUsage" ->
                List.of("hour", "day").contains(asked.needed("by"))
                        || asked.text("period") != null
                        || asked.text("from") != null;
            default -> true;
        };
        if (!period) {
            throw Problem.of(
                    406,
                    TYPE
                            + " is for periods: give period, or from and to; of jobs it has state=ended alone. Without it, the answer is "
                            + Forwarder.JSON);
        }
        if (asked.text("cursor") != null) {
            throw Problem.parameter("cursor", "does not apply to " + TYPE + ", which has no pages");
        }
        return true;
    }

    /** All items of an answer of this instance. */
    void write(Record answer) throws IOException {
        switch (answer) {
            case UsageJson usage -> write(usage.freshness(), usage.items());
            case JobsJson jobs -> write(jobs.freshness(), jobs.items());
            case FairnessJson fairness -> write(fairness.freshness(), fairness.items());
            default -> throw new IllegalArgumentException(answer.getClass() + " has no lines");
        }
    }

    /** The items of a page that another instance answered. */
    void write(JsonNode page) throws IOException {
        write(page.path("freshness"), page.path("items"));
    }

    private void write(FreshnessJson freshness, List<?> items) throws IOException {
        write(Json.tree(freshness), items);
    }

    private void write(JsonNode freshness, Iterable<?> items) throws IOException {
        if (!begun) {
            begun = true;
            context.contentType(TYPE)
                    .header(FRESHNESS, freshness.toString())
                    .header("Cache-Control", "private, no-cache");
        }
        if (context.method().equals(HandlerType.HEAD)) {
            return;
        }
        OutputStream out = context.outputStream();
        for (Object item : items) {
            out.write(Json.bytes(item));
            out.write('\n');
        }
    }
}
