package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.Target;
import io.fairway.client.table.Column;
import io.fairway.client.table.Footers;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.Terms;
import io.fairway.client.table.TextPage;
import io.fairway.client.table.TextWidth;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fairway job}: one job, its priority under every policy, its charges and its events. */
@Command(
        name = "job",
        description = {
            "Show one job: its priority under every policy, its charges, and its events in the ledger.",
            "JSON has the answers of the API as members detail and events. CSV has the priorities."
        },
        footer = {"", "Examples:", "  fairway job 4711", "  fairway job alps/4711 --json"})
public final class JobCommand extends ClientCommand {
    @Parameters(paramLabel = "JOB", description = "JOB or CLUSTER/JOB.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String target;

    @Override
    JsonNode ask(Api api) {
        JsonNode detail = Target.theJob(
                api, server(), target, (domain, cluster, id) -> Query.of("domains", domain, "jobs", cluster, id));
        JsonNode job = detail.path("job");
        Query events = Query.of(
                        "domains",
                        detail.path("domain").asText(),
                        "jobs",
                        job.path("cluster").asText(),
                        job.path("job").asText(),
                        "events")
                .with("limit", 1000);
        ObjectNode answer = Api.JSON.createObjectNode();
        answer.set("detail", detail);
        answer.set("events", api.get(events));
        return answer;
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(
                List.of(
                        Column.text(
                                        "POLICY",
                                        "policy",
                                        row -> row.path("policy").path("name"))
                                .importance(Column.KEY),
                        Column.text("STATE", "state", row -> row.path("policy").path("state"))
                                .importance(40),
                        Column.text("REQUEST", "request").importance(30),
                        Column.number("PRIORITY", "priority", PriorityCommand::priority)
                                .importance(95),
                        Column.number("PLACE", "place", Shown::text).importance(90),
                        Column.number("OF", "of", Shown::text).importance(85),
                        Column.made("MADE OF", "terms", row -> Terms.line(row.path("terms")))
                                .importance(60)),
                answer.path("detail").path("priorities"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        JsonNode detail = answer.path("detail");
        JsonNode job = detail.path("job");
        page.head("job " + job.path("cluster").asText() + "/" + job.path("job").asText() + ": "
                + job.path("state").asText());
        fact(page, "user", job.path("user"));
        fact(page, "account", job.path("account"));
        fact(page, "queue", job.path("queue"));
        fact(page, "qos", job.path("qos"));
        fact(page, "name", job.path("name"));
        time(page, "submitted", job.path("submitted"));
        time(page, "started", job.path("started"));
        time(page, "ended", job.path("ended"));
        if (job.path("timeLimitSeconds").isNumber()) {
            page.line("  time limit  "
                    + Shown.seconds(job.path("timeLimitSeconds").asLong()));
        }
        if (job.path("held").asBoolean()) {
            page.line("  held        yes");
        }
        if (!detail.path("priorities").isEmpty()) {
            page.blank();
            page.table(table(answer));
        }
        for (JsonNode priority : detail.path("priorities")) {
            if (!priority.path("factors").isEmpty()) {
                page.blank();
                page.head("How the factors under "
                        + priority.path("policy").path("name").asText() + " came about");
                page.table(factors(priority));
            }
        }
        if (!detail.path("charges").isEmpty()) {
            page.blank();
            page.table(charges(detail));
        }
        page.blank();
        page.table(events(answer.path("events")));
        page.blank();
        page.sentence("", Footers.time(detail));
    }

    private static void fact(TextPage page, String name, JsonNode value) {
        if (value.isTextual() && !value.asText().isEmpty()) {
            page.line("  " + TextWidth.padded(name, 10, false) + "  " + value.asText());
        }
    }

    private static void time(TextPage page, String name, JsonNode value) {
        fact(page, name, value.isTextual() ? TextNode.valueOf(Shown.instant(value)) : value);
    }

    private static Table factors(JsonNode priority) {
        return Table.of(
                List.of(
                        Column.text("FACTOR", "name").importance(Column.KEY),
                        Column.number("VALUE", "value", Shown::exact).importance(95),
                        Column.text("RULE", "rule").importance(80),
                        Column.made("FROM", "inputs", row -> inputs(row.path("inputs")))
                                .importance(90)),
                priority.path("factors"));
    }

    private static String inputs(JsonNode inputs) {
        return inputs.properties().stream()
                .map(input -> input.getKey() + " " + Shown.exact(input.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static Table charges(JsonNode detail) {
        return Table.of(
                List.of(
                        Column.text("MEASURE", "measure").importance(80),
                        Column.text("ACCOUNT", "account").importance(Column.KEY),
                        Column.text("USER", "user").importance(90),
                        Column.hours("DECAYED [h]", "value").importance(95),
                        Column.hours("PLAIN [h]", "plain")),
                detail.path("charges"));
    }

    private static Table events(JsonNode events) {
        return Table.of(
                List.of(
                        Column.instant("TIME", "time").importance(90),
                        Column.text("EVENT", "type").importance(Column.KEY),
                        Column.number("PRECEDENCE", "precedence", Shown::text).importance(60),
                        Column.number("SEQUENCE", "sequence", Shown::text).importance(30),
                        Column.number("REVISION", "revision", Shown::text).importance(20)),
                events.path("items"));
    }
}
