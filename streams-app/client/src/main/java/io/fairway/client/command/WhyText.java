package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fairway.client.table.Column;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.List;

/** The text of an answer to why. */
final class WhyText {
    private WhyText() {}

    static void job(JsonNode why, Table rows, TextPage page) {
        page.sentences("Why", why.path("sentences"));
        page.blank();
        page.head("Terms of the priority");
        formula(why, page);
        page.table(rows);
        if (!why.path("ahead").isEmpty()) {
            page.blank();
            page.head("Jobs just ahead");
            page.table(ahead(why.path("ahead")));
        }
        if (!why.path("aheadBy").isEmpty()) {
            page.blank();
            page.head("Who is ahead");
            page.table(aheadBy(why.path("aheadBy")));
        }
        page.sentences("What would change it", why.path("changes"));
        page.sentences("When it recovers", why.path("recovery"));
    }

    static void user(JsonNode why, TextPage page) {
        for (JsonNode association : why.path("associations")) {
            JsonNode fairshare = association.path("fairshare");
            page.sentences(
                    fairshare.path("user").asText() + " in "
                            + fairshare.path("account").asText(),
                    association.path("sentences"));
            if (!association.path("rows").isEmpty()) {
                page.blank();
                page.head("Numbers behind the factor");
                formula(association, page);
                page.table(Table.of(numbers(), association.path("rows")));
            }
            if (!association.path("largest").isEmpty()) {
                page.blank();
                page.head("Jobs that cost most");
                page.table(largest(association.path("largest")));
            }
            page.sentences("What would change it", association.path("changes"));
            page.sentences("When it recovers", association.path("recovery"));
        }
        if (!why.path("jobs").isEmpty()) {
            page.blank();
            page.head("Waiting jobs");
            page.table(Table.of(waiting(), why.path("jobs")));
        }
    }

    private static void formula(JsonNode explained, TextPage page) {
        String formula = explained.path("formula").asText();
        if (!formula.isEmpty()) {
            page.sentence("  ", formula);
        }
    }

    private static List<Column> numbers() {
        return List.of(
                Column.text("NUMBER", "name").importance(Column.KEY),
                Column.number("VALUE", "value", Shown::brief).importance(90),
                Column.text("RULE", "rule").importance(50));
    }

    private static Table ahead(JsonNode jobs) {
        return Table.of(
                List.of(
                        Column.number("JOB", "job", Shown::text).importance(Column.KEY),
                        Column.text("USER", "user").importance(90),
                        Column.text("ACCOUNT", "account").importance(80),
                        Column.number("PRIORITY", "priority", PriorityCommand::priority)
                                .importance(95),
                        Column.amount("AHEAD BY", "lead", item -> item.path("lead"))
                                .importance(85),
                        Column.text("MOSTLY", "because").importance(70)),
                jobs);
    }

    /** Whose jobs: those of users whom the caller may not see are one entry. */
    private static String user(JsonNode group) {
        String user = group.path("user").asText();
        return user.isEmpty() ? "other users" : user;
    }

    private static Table aheadBy(JsonNode groups) {
        return Table.of(
                List.of(
                        Column.made("USER", "user", WhyText::user).importance(Column.KEY),
                        Column.text("ACCOUNT", "account").importance(80),
                        Column.number("JOBS", "jobs", Shown::text).importance(95),
                        Column.number("CPUS", "processors", Shown::brief).importance(75),
                        Column.number("CPU-HOURS", "processorHours", WhyText::limited, Shown::brief)
                                .importance(90),
                        Column.number("NO LIMIT", "withoutLimit", Shown::text).importance(60),
                        Column.text("MOSTLY", "term").importance(70)),
                groups);
    }

    /** What jobs may use at most; 0 would be wrong where none has a time limit. */
    private static JsonNode limited(JsonNode group) {
        return group.path("jobs").asLong() > group.path("withoutLimit").asLong()
                ? group.path("processorHours")
                : MissingNode.getInstance();
    }

    private static Table largest(JsonNode jobs) {
        return Table.of(
                List.of(
                        Column.number("JOB", "job", Shown::text).importance(Column.KEY),
                        Column.text("STATE", "state").importance(60),
                        Column.hours("USAGE [h]", "value").importance(90),
                        Column.number("PERCENT", "percent", node -> Shown.fixed(node, 2))
                                .importance(80)),
                jobs);
    }

    private static List<Column> waiting() {
        return List.of(
                Column.number("PLACE", "place", Shown::text).importance(80),
                Column.number("JOB", "job", Shown::text).importance(Column.KEY),
                Column.text("ACCOUNT", "account").importance(70),
                Column.text("QUEUE", "queue").importance(60),
                Column.number("PRIORITY", "priority", PriorityCommand::priority).importance(90));
    }
}
