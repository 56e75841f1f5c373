package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.http.Api;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The terms of a priority: rows with a name, a weight, a value and a contribution. */
public final class Terms {
    private Terms() {}

    /** The term of a name; a missing node if there is none. */
    public static JsonNode named(JsonNode terms, String name) {
        for (JsonNode term : terms) {
            if (term.path("name").asText().equalsIgnoreCase(name)) {
                return term;
            }
        }
        return MissingNode.getInstance();
    }

    /** The names of the terms of all these jobs, in their order. */
    public static List<String> names(Iterable<JsonNode> jobs) {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode job : jobs) {
            job.path("terms").forEach(term -> names.add(term.path("name").asText()));
        }
        return List.copyOf(names);
    }

    /** A number; large ones have no decimals. */
    static String rounded(JsonNode number) {
        return Shown.fixed(number, Math.abs(number.asDouble()) >= 100 ? 0 : 2);
    }

    static boolean needsDecimals(JsonNode number) {
        return !Shown.isWhole(number) && Math.abs(number.asDouble()) < 100;
    }

    /** In one line: {@code age 500, fairshare 300}. */
    public static String line(JsonNode terms) {
        List<String> texts = new ArrayList<>();
        terms.forEach(term -> {
            JsonNode adds = term.path("contribution");
            texts.add(term.path("name").asText() + " " + (needsDecimals(adds) ? rounded(adds) : Shown.fixed(adds, 0)));
        });
        return String.join(", ", texts);
    }

    /** Rows that add up, each followed by its parts in parentheses, which add up to the row. */
    public static Table sum(JsonNode rows, String of, JsonNode total) {
        List<JsonNode> lines = new ArrayList<>();
        rows.forEach(row -> {
            lines.add(row);
            row.path("parts").forEach(part -> {
                ObjectNode below = part.deepCopy();
                lines.add(below.put("part", row.path("name").asText()));
            });
        });
        ObjectNode last = Api.JSON.createObjectNode().put("name", of).put("kind", "total");
        last.set("contribution", total);
        lines.add(last);
        return new Table(columns(), lines);
    }

    private static List<Column> columns() {
        return List.of(
                Column.text("", "part"),
                Column.text("TERM", "name")
                        .as(row -> (isPart(row) ? "  " : "") + row.path("name").asText())
                        .importance(Column.KEY),
                Column.text("", "kind"),
                Column.number("WEIGHT", "weight", Shown::brief).importance(60),
                Column.number("VALUE", "value", Shown::brief).importance(70),
                Column.number("ADDS", "contribution", Shown::brief)
                        .as(row -> isPart(row)
                                ? "(" + Shown.brief(row.path("contribution")) + ")"
                                : Shown.brief(row.path("contribution")))
                        .importance(95),
                Column.text("RULE", "rule").importance(20));
    }

    private static boolean isPart(JsonNode row) {
        return row.has("part");
    }
}
