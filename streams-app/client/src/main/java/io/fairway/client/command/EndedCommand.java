package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.JobScopeOptions;
import io.fairway.client.http.PeriodOptions;
import io.fairway.client.http.Query;
import io.fairway.client.table.Column;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.Footers;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway ended}: the jobs that ended in a period, and what each cost. */
@Command(
        name = "ended",
        description = {
            "Show the jobs that ended in a period (default: the last 24 hours), and what each was charged.",
            "Jobs are kept for two horizons of the ledger. Tables show TRES-hours. JSON and CSV have TRES-seconds."
        },
        footer = {
            "",
            "Examples:",
            "  fairway ended --user anna",
            "  fairway ended --account cms --period last-week --costliest",
            "  fairway ended --period yesterday --csv --all"
        })
public final class EndedCommand extends ClientCommand {
    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Mixin
    private final JobScopeOptions scope = new JobScopeOptions();

    @Mixin
    private final PeriodOptions period = new PeriodOptions();

    @Option(names = "--costliest", description = "The costliest first. Default: the newest first.")
    private boolean costliest;

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Override
    void check() {
        pages.check(spec());
    }

    @Override
    JsonNode ask(Api api) {
        Query query = Query.of("domains", server().domain(api), "jobs")
                .with("policy", policy)
                .with("state", "ended")
                .with("sort", costliest ? "cost" : null);
        return pages(api, period.in(scope.in(query)), pages, columns.sort());
    }

    @Override
    List<String> columns() {
        return columns.columns();
    }

    @Override
    Table table(JsonNode answer) {
        List<Column> shown = List.of(
                Column.text("", "cluster"),
                Column.text("JOB", "job").importance(Column.KEY),
                Column.text("USER", "user").importance(95),
                Column.text("ACCOUNT", "account").importance(85),
                Column.text("QUEUE", "queue").importance(60),
                Column.text("NAME", "name"),
                Column.number("CPUS", "cpus", item -> item.path("requestedTres").path("cpu"), Shown::brief)
                        .importance(70),
                Column.text("", "submitted"),
                Column.instant("STARTED", "started"),
                Column.instant("ENDED", "ended").importance(90),
                Column.number("RAN", "ranSeconds", EndedCommand::ran, Shown::text)
                        .as(item -> item.hasNonNull("started")
                                ? Shown.between(item.path("started"), item.path("ended"))
                                : "never")
                        .importance(80),
                Column.hours("COST [h]", "cost").importance(98));
        return Table.of(shown, answer.path("items"));
    }

    private static JsonNode ran(JsonNode item) {
        return Shown.secondsBetween(item.path("started"), item.path("ended"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        String when = " from " + Shown.instant(answer.path("from")) + " to " + Shown.instant(answer.path("to"));
        if (answer.path("items").isEmpty()) {
            Footers.nothing("ended jobs" + scope.words() + when, answer, page);
            return;
        }
        page.table(chosen(answer));
        page.blank();
        page.sentence(
                "",
                answer.path("total").asText() + " ended" + when + " and cost " + Shown.hours(answer.path("cost"))
                        + " TRES-h of " + answer.path("measure").asText());
        page.sentence("", Footers.policyAndTime(answer));
        Footers.more(answer, "total", page);
    }
}
