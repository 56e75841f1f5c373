package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How much of a list to print. */
public final class PageOptions {
    /** The most that the API gives at once. */
    private static final int LARGEST_PAGE = 10_000;

    /** What the API gives without a number. */
    private static final int USUAL_PAGE = 100;

    @Option(names = "--limit", paramLabel = "N", description = "Print at most N lines. Default: 100.")
    private @Nullable Integer limit;

    @Option(names = "--all", description = "Print all lines.")
    private boolean all;

    public void check(CommandSpec spec) {
        OutputOptions.refuse(spec, limit != null && limit < 1, "--limit " + limit + ": must be 1 or more");
        OutputOptions.refuse(spec, limit != null && all, "--limit and --all: use one of them");
    }

    /** Whether one of the options is there. */
    public boolean isAsked() {
        return limit != null || all;
    }

    /** The list, by as many requests as it takes; it has {@code next} if there is more. */
    public JsonNode ask(Api api, Query query) {
        if (limit == null && !all) {
            return api.get(query);
        }
        return ask(api, query, limit == null ? Integer.MAX_VALUE : limit);
    }

    /** The whole list. */
    public static JsonNode askForAll(Api api, Query query) {
        return ask(api, query, Integer.MAX_VALUE);
    }

    /**
     * The list in an order of its own. All of it is asked for: the first lines in this order may be the last ones in the
     * server's.
     */
    public JsonNode askSorted(Api api, Query query, Function<JsonNode, List<JsonNode>> order) {
        JsonNode answer = askForAll(api, query);
        List<JsonNode> sorted = order.apply(answer);
        int wanted = all ? sorted.size() : limit == null ? USUAL_PAGE : limit;
        if (answer instanceof ObjectNode object) {
            ArrayNode items = object.putArray("items");
            sorted.stream().limit(wanted).forEach(items::add);
            if (sorted.size() > wanted) {
                object.put(Footers.MORE, sorted.size() - wanted);
            }
        }
        return answer;
    }

    private static JsonNode ask(Api api, Query query, int wanted) {
        JsonNode first = api.get(query.with("limit", Math.min(wanted, LARGEST_PAGE)));
        ArrayNode items = first.path("items") instanceof ArrayNode array ? array : Api.JSON.createArrayNode();
        JsonNode page = first;
        while (page.hasNonNull("next") && items.size() < wanted) {
            page = api.get(query.with("limit", Math.min(wanted - items.size(), LARGEST_PAGE))
                    .with("cursor", page.path("next").asText()));
            page.path("items").forEach(items::add);
        }
        JsonNode next = page.path("next");
        if (first instanceof ObjectNode answer) {
            answer.remove("next");
            if (next.isTextual()) {
                answer.set("next", next);
            }
        }
        return first;
    }
}
