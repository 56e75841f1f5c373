package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.PeriodOptions;
import io.fairway.client.http.Query;
import io.fairway.client.http.ScopeOptions;
import io.fairway.client.table.Column;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.Footers;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway usage}: usage, decayed, of a period, or by hour or day. */
@Command(
        name = "usage",
        description = {
            "Show usage: decayed by account, user, association or QOS; the whole usage of a period; or of each hour or day.",
            "Tables show TRES-hours. JSON and CSV have TRES-seconds."
        },
        footer = {
            "",
            "Examples:",
            "  fairway usage --by user",
            "  fairway usage --account cms --by user --period last-month",
            "  fairway usage --by queue --period last-week",
            "  fairway usage --account cms --by day --from 2026-05-01",
            "  fairway usage --user anna,ben --by user",
            "  fairway usage --by user --sort -running --format user,running",
            "  fairway usage --at 2026-05-03T12:00Z --csv --all"
        })
public final class UsageCommand extends ClientCommand {
    /** The subject of a row. */
    private enum By {
        ACCOUNT,
        USER,
        ASSOCIATION,
        QOS,
        QUEUE,
        HOUR,
        DAY,
        CLUSTER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "account",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private By by = By.ACCOUNT;

    @Mixin
    private final ScopeOptions scope = new ScopeOptions();

    @Option(
            names = "--measure",
            paramLabel = "NAME",
            description = "Measure. Default: the first one of the active policy.")
    private @Nullable String measure;

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            description = "Instant of the usage, such as 2026-05-03 or 2026-05-03T12:00:00Z.")
    private @Nullable String at;

    @Mixin
    private final PeriodOptions period = new PeriodOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Override
    void check() {
        pages.check(spec());
        boolean cluster = ofAllDomains();
        OutputOptions.refuse(
                spec(),
                cluster && (measure != null || at != null || scope.tree() != null),
                "--by cluster: can be combined only with --account, --user and a period");
        OutputOptions.refuse(
                spec(), cluster && columns.sort() != null, "--by cluster: is one line a tree; leave out --sort");
        OutputOptions.refuse(
                spec(), cluster && server().hasDomain(), "--by cluster: shows all domains; leave out --domain");
        boolean windows = by == By.HOUR || by == By.DAY;
        OutputOptions.refuse(
                spec(), windows && at != null, "--at: not with --by " + by + ", which goes from --from to --to");
        OutputOptions.refuse(
                spec(),
                at != null && period.isAsked(),
                "--at: is usage as of one instant; leave it out, or --period, --from, --to and --zone");
        OutputOptions.refuse(
                spec(),
                by == By.QUEUE && !period.isAsked(),
                "--by queue: is usage of a period; give --period, or --from and --to");
        OutputOptions.refuse(
                spec(),
                by == By.QOS
                        && (at != null
                                || period.isAsked()
                                || !scope.accounts().isEmpty()
                                || !scope.users().isEmpty()),
                "--by qos: is usage of all accounts and users now; leave out --at, the period, --account and --user");
    }

    /** Without a period, the clusters are those of all domains, and usage is decayed. */
    private boolean ofAllDomains() {
        return by == By.CLUSTER && !period.isAsked();
    }

    @Override
    JsonNode ask(Api api) {
        if (ofAllDomains()) {
            return api.get(Query.of("usage")
                    .with("by", by)
                    .withEach("account", scope.accounts())
                    .withEach("user", scope.users()));
        }
        Query query = scope.in(Query.of("domains", server().domain(api), "usage"))
                .with("by", by)
                .with("measure", measure)
                .with("at", at);
        return pages(api, period.in(query), pages, columns.sort());
    }

    @Override
    List<String> columns() {
        return columns.columns();
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(columns(answer), answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (answer.path("items").isEmpty() && !ofAllDomains()) {
            Footers.nothing("usage" + scope.words() + " (by " + by + ")", answer, page);
            return;
        }
        page.table(chosen(answer));
        if (!ofAllDomains()) {
            page.blank();
            JsonNode measured = answer.path("measure");
            page.sentence(
                    "",
                    "total " + Shown.hours(answer.path("total")) + " TRES-h" + corrected(answer) + "; measure "
                            + measured.path("name").asText()
                            + (answer.hasNonNull("from")
                                    ? ""
                                    : " (" + measured.path("law").asText() + ")")
                            + (answer.hasNonNull("least")
                                    ? ", between " + Shown.hours(answer.path("least")) + " and "
                                            + Shown.hours(answer.path("most")) + " TRES-h"
                                    : ""));
            page.sentence("", when(answer));
            if (answer.hasNonNull("firstDay")) {
                page.sentence("", "no usage before " + Shown.instant(answer.path("firstDay")) + " is known");
            }
            Footers.more(answer, "", page);
        }
    }

    private static String corrected(JsonNode answer) {
        JsonNode corrections = answer.path("corrections");
        return corrections.asDouble() == 0 ? "" : ", corrected by " + Shown.hours(corrections) + " TRES-h";
    }

    private String when(JsonNode answer) {
        String time = Footers.time(answer);
        if (answer.hasNonNull("from")) {
            return "usage from " + Shown.instant(answer.path("from")) + " to " + Shown.instant(answer.path("to"))
                    + ", not decayed, without corrections; " + time;
        }
        return at == null ? time : "usage at " + Shown.instant(answer.path("at")) + ", " + time;
    }

    private List<Column> columns(JsonNode answer) {
        List<Column> columns = new ArrayList<>();
        switch (by) {
            case ACCOUNT -> columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
            case USER -> columns.add(Column.text("USER", "user").importance(Column.KEY));
            case ASSOCIATION -> {
                columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
                columns.add(Column.text("USER", "user").importance(Column.KEY));
                Column.partition(answer).ifPresent(columns::add);
            }
            case QOS -> columns.add(Column.text("QOS", "qos").importance(Column.KEY));
            case HOUR, DAY -> {
                columns.add(Column.instant("FROM", "start").importance(Column.KEY));
                columns.add(Column.instant("TO", "end"));
            }
            case QUEUE -> columns.add(Column.text("QUEUE", "queue").importance(Column.KEY));
            case CLUSTER -> {
                if (!ofAllDomains()) {
                    columns.add(Column.text("CLUSTER", "cluster").importance(Column.KEY));
                    break;
                }
                columns.add(Column.text("DOMAIN", "domain").importance(Column.KEY));
                columns.add(Column.text("CLUSTERS", "clusters"));
                columns.add(Column.text("TREE", "tree"));
                columns.add(Column.text("MEASURE", "measure"));
                columns.add(Column.text("LAW", "law"));
            }
        }
        columns.add(Column.hours("USAGE [h]", "value").importance(90));
        if (answer.path("approximate").asBoolean()) {
            columns.add(Column.hours("AT LEAST", "least"));
            columns.add(Column.hours("AT MOST", "most"));
        }
        if (by == By.QUEUE || (by == By.CLUSTER && !ofAllDomains())) {
            columns.add(Column.number("JOBS", "jobs", Shown::text));
        } else if (answer.hasNonNull("corrections")) {
            columns.add(Column.hours("CORRECTED [h]", "corrections"));
        } else if (by != By.HOUR && by != By.DAY) {
            columns.add(Column.number("RUNNING", "running", node -> Shown.fixed(node, 1)));
        }
        if (ofAllDomains()) {
            columns.add(Column.text("", "asOf", item -> item.path("freshness").path("asOf")));
        } else {
            Column percent = Column.number("PERCENT", "percent", node -> Shown.fixed(node, 2));
            boolean told = false;
            for (JsonNode item : answer.path("items")) {
                told |= item.hasNonNull("percent");
            }
            // Windows have no such value; the columns of CSV stay.
            columns.add(told ? percent : percent.csvOnly());
        }
        return columns;
    }
}
