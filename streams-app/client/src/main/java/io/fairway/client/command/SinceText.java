package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.table.Column;
import io.fairway.client.table.Footers;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;

/** What changed for a user since an earlier instant, as a terminal shows it: a line for each step of each association. */
final class SinceText {
    private SinceText() {}

    static Table table(JsonNode answer) {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode association : answer.path("associations")) {
            JsonNode steps = association.path("steps");
            for (int i = 0; i < steps.size(); i++) {
                ObjectNode row = JsonNodeFactory.instance.objectNode();
                row.set("account", association.path("account"));
                row.setAll((ObjectNode) steps.get(i));
                row.set("firstJob", answer.path("firstJob").path(i).path("place"));
                row.set("of", answer.path("firstJob").path(i).path("of"));
                rows.add(row);
            }
        }
        return Table.of(
                List.of(
                        Column.text("ACCOUNT", "account").importance(70),
                        Column.text("", "cause"),
                        Column.made(
                                        "WHAT CHANGED",
                                        "",
                                        row -> words(row.path("cause").asText()))
                                .importance(Column.KEY)
                                .tableOnly(),
                        Column.number("FACTOR", "factor", factor -> Shown.fixed(factor, 6))
                                .importance(98),
                        Column.number("BY", "change", change -> signed(change)).importance(95),
                        Column.number("PLACE", "place", Shown::text).importance(90),
                        Column.number("FIRST JOB", "firstJob", Shown::text)
                                .as(row -> row.hasNonNull("firstJob")
                                        ? row.path("firstJob").asText() + " of "
                                                + row.path("of").asText()
                                        : Shown.NONE)
                                .importance(85)),
                JsonNodeFactory.instance.arrayNode().addAll(rows));
    }

    private static String signed(JsonNode change) {
        String text = Shown.fixed(change, 6);
        return change.asDouble() > 0 ? "+" + text : text.matches("-?0\\.0+") ? "0" : text;
    }

    private static String words(String cause) {
        return switch (cause) {
            case "then" -> "as it was";
            case "policy" -> "policies";
            case "shares" -> "shares";
            case "time" -> "time that passed";
            case "others" -> "jobs and usage of others";
            case "own" -> "own jobs and usage";
            default -> cause;
        };
    }

    static void show(JsonNode answer, TextPage page) {
        page.head("User " + answer.path("user").asText() + ": from " + Shown.instant(answer.path("since"))
                + " to now, in this order");
        page.blank();
        page.table(table(answer));
        page.blank();
        page.sentence("", "PLACE is among the users of the tree. The last line of an account is now.");
        page.sentence("", Footers.policyAndTime(answer));
    }
}
