package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.format.PriorityFormat;
import io.fairway.client.http.Api;
import io.fairway.client.http.JobScopeOptions;
import io.fairway.client.http.Query;
import io.fairway.client.table.Column;
import io.fairway.client.table.Footers;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.SortColumn;
import io.fairway.client.table.Table;
import io.fairway.client.table.Terms;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway priority}: the waiting jobs, with the terms of their priorities. */
@Command(
        name = "priority",
        description = {
            "Show the waiting jobs in the order of a policy, with the terms of their priorities.",
            "Other formats print the columns that users of Slurm, Moab and Maui know; docs/questions.md lists the"
                    + " differences."
        },
        footer = {
            "",
            "Examples:",
            "  fairway priority --user anna,ben",
            "  fairway priority --format job,user,cpus,reason --sort -cpus",
            "  fairway priority --queue gpu --limit 20 --watch",
            "  fairway priority --format sprio -w",
            "  fairway priority --format sprio -o '%%.15i %%.8u %%.10Y %%.10F'",
            "  fairway priority --format squeue -o '%%.18i %%.8u %%p %%Q'",
            "  fairway priority --policy moab --format mdiag-p"
        })
public final class PriorityCommand extends ClientCommand {
    private enum State {
        PENDING,
        RUNNING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Mixin
    private final JobScopeOptions scope = new JobScopeOptions();

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            description = "As it was then, such as 2026-05-03T12:00Z; as long as ended jobs are kept.")
    private @Nullable String at;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            defaultValue = "pending",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private State state = State.PENDING;

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "[-]COLUMN",
            preprocessor = SortColumn.class,
            description = "Sort by this column; with a minus, the largest first. Default: in the order of the policy.")
    private @Nullable String sort;

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Mixin
    private final PriorityFormat format = new PriorityFormat();

    @Override
    void check() {
        pages.check(spec());
        format.check(spec(), output(), sort != null);
    }

    @Override
    JsonNode ask(Api api) {
        Query query = Query.of("domains", server().domain(api), "jobs")
                .with("policy", policy)
                .with("at", at)
                .with("state", state);
        return pages(api, scope.in(query), pages, sort);
    }

    @Override
    List<String> columns() {
        return format.columns();
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(columns(answer, state == State.RUNNING), answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (format.print(answer, page)) {
            return;
        }
        if (answer.path("items").isEmpty()) {
            Footers.nothing((state == State.RUNNING ? "running" : "waiting") + " jobs" + scope.words(), answer, page);
            return;
        }
        page.table(chosen(answer));
        page.blank();
        page.sentence("", answer.path("total").asText() + " " + state + ", " + Footers.policyAndTime(answer));
        Footers.more(answer, "total", page);
    }

    /** The columns, with one for each term of any job. */
    static List<Column> columns(JsonNode answer, boolean running) {
        List<Column> columns = new ArrayList<>();
        Column place = Column.number("PLACE", "place", Shown::text)
                .as(PriorityCommand::place)
                .importance(80);
        // Running jobs have no place and no priority.
        columns.add(running ? place.csvOnly() : place);
        columns.add(Column.text("", "cluster"));
        columns.add(new Column(
                "JOB",
                "job",
                true,
                Column.KEY,
                item -> item.path("job"),
                item -> item.path("job").asText(),
                Column.Kind.PLAIN));
        columns.add(Column.text("USER", "user").importance(95));
        columns.add(Column.text("ACCOUNT", "account").importance(85));
        columns.add(Column.text("QUEUE", "queue").as(PriorityCommand::queue).importance(70));
        columns.add(
                Column.number("CPUS", "cpus", item -> item.path("requestedTres").path("cpu"), Shown::brief)
                        .importance(60));
        columns.add(Column.text("", "request"));
        columns.add(Column.text("", "qos"));
        columns.add(Column.text("", "state"));
        columns.add(Column.text("", "held"));
        columns.add(Column.text("", "eligible"));
        columns.add(Column.text("", "submitted"));
        columns.add(Column.text("", "started"));
        Column priority =
                Column.number("PRIORITY", "priority", PriorityCommand::priority).importance(98);
        columns.add(running ? priority.csvOnly() : priority);
        JsonNode now = answer.path("freshness").path("asOf");
        String since = running ? "started" : "submitted";
        columns.add(new Column(
                running ? "RUNS" : "WAITS",
                "",
                true,
                75,
                item -> Shown.secondsBetween(item.path(since), now),
                item -> Shown.between(item.path(since), now),
                Column.Kind.PLAIN));
        Column reason = Column.made("REASON", "reason", PriorityCommand::reason).importance(65);
        columns.add(running ? reason.csvOnly() : reason);
        for (String name : Terms.names(answer.path("items"))) {
            columns.add(Column.amount(
                            name.toUpperCase(Locale.ROOT),
                            name,
                            item -> Terms.named(item.path("terms"), name).path("contribution"))
                    .importance(40));
        }
        return columns;
    }

    /** Whole numbers, as in Slurm and Moab, without a point; others with four decimals. */
    static String priority(JsonNode number) {
        boolean whole = number.isNumber() && number.doubleValue() == Math.rint(number.doubleValue());
        return Shown.fixed(number, whole ? 0 : 4);
    }

    private static String place(JsonNode job) {
        if (job.path("held").asBoolean()) {
            return "held";
        }
        return Shown.text(job.path("place"));
    }

    /** Why a job does not run, as far as its own line says it. A job that runs has no reason. */
    private static String reason(JsonNode job) {
        if (!job.path("state").asText().equals("pending")) {
            return "";
        }
        if (job.path("held").asBoolean()) {
            return "held";
        }
        if (!job.path("eligible").asBoolean(true)) {
            return "not eligible";
        }
        return job.path("place").asLong() == 1 ? "next" : "priority";
    }

    private static String queue(JsonNode job) {
        String request = job.path("request").asText();
        return request.isEmpty() ? Shown.text(job.path("queue")) : request;
    }
}
