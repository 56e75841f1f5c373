package io.fairway.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway usage}: what was used. */
@Command(
        name = "usage",
        description = {
            "Show what was used: decayed usage by account, user or association, or what was used in each hour or day.",
            "Tables show TRES-hours, JSON and CSV TRES-seconds."
        },
        footer = {
            "",
            "Examples:",
            "  fairway usage --by user",
            "  fairway usage --account cms --by day --from 2026-05-01",
            "  fairway usage --user anna --by cluster",
            "  fairway usage --at 2026-05-03T12:00Z --csv --all"
        })
public final class UsageCommand extends ClientCommand {
    /** What a row is. */
    private enum By {
        ACCOUNT,
        USER,
        ASSOCIATION,
        HOUR,
        DAY,
        CLUSTER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--by", defaultValue = "account", description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private By by = By.ACCOUNT;

    @Mixin
    private final ScopeOptions scope = new ScopeOptions();

    @Option(names = "--measure", paramLabel = "NAME", description = "Measure; else the active policy's first.")
    private @Nullable String measure;

    @Option(names = "--at", paramLabel = "INSTANT", description = "As of when: 2026-05-03 or 2026-05-03T12:00:00Z.")
    private @Nullable String at;

    @Option(names = "--from", paramLabel = "INSTANT", description = "Where the first hour or day begins.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "Where the last hour or day ends.")
    private @Nullable String to;

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Override
    void check() {
        pages.check(spec());
        boolean cluster = by == By.CLUSTER;
        OutputOptions.refuse(
                spec(),
                cluster && (measure != null || at != null || from != null || to != null || scope.tree() != null),
                "--by cluster: takes only --account and --user");
        OutputOptions.refuse(spec(), cluster && server().hasDomain(), "--by cluster: shows every domain, not one");
    }

    @Override
    JsonNode ask(Api api) {
        if (by == By.CLUSTER) {
            return api.get(Query.of("usage")
                    .with("by", by)
                    .with("account", scope.account())
                    .with("user", scope.user()));
        }
        Query query = scope.in(Query.of("domains", server().domain(api), "usage"))
                .with("by", by)
                .with("measure", measure)
                .with("at", at)
                .with("from", from)
                .with("to", to);
        return pages.ask(api, query);
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(columns(answer), answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        page.table(table(answer));
        if (by != By.CLUSTER) {
            page.blank();
            JsonNode measured = answer.path("measure");
            page.sentence(
                    "",
                    "total " + Shown.hours(answer.path("total")) + " TRES-h; measure "
                            + measured.path("name").asText() + " ("
                            + measured.path("law").asText() + ")"
                            + (answer.path("approximate").asBoolean() ? ", approximate" : ""));
            page.sentence(
                    "",
                    at == null
                            ? Footers.time(answer)
                            : "as it was at " + Shown.instant(answer.path("at")) + ", " + Footers.time(answer));
            Footers.more(answer, "", page);
        }
    }

    private List<Column> columns(JsonNode answer) {
        List<Column> columns = new ArrayList<>();
        switch (by) {
            case ACCOUNT -> columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
            case USER -> columns.add(Column.text("USER", "user").importance(Column.KEY));
            case ASSOCIATION -> {
                columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
                columns.add(Column.text("USER", "user").importance(Column.KEY));
            }
            case HOUR, DAY -> {
                columns.add(Column.instant("FROM", "start").importance(Column.KEY));
                columns.add(Column.instant("TO", "end"));
            }
            case CLUSTER -> {
                columns.add(Column.text("DOMAIN", "domain").importance(Column.KEY));
                columns.add(Column.text("CLUSTERS", "clusters"));
                columns.add(Column.text("TREE", "tree"));
                columns.add(Column.text("MEASURE", "measure"));
                columns.add(Column.text("LAW", "law"));
            }
        }
        columns.add(Column.hours("USAGE [h]", "value").importance(90));
        if (by != By.HOUR && by != By.DAY) {
            columns.add(Column.number("RUNNING", "running", node -> Shown.fixed(node, 1)));
        }
        if (by == By.CLUSTER) {
            columns.add(Column.text("", "asOf", item -> item.path("freshness").path("asOf")));
        } else {
            Column percent = Column.number("PERCENT", "percent", node -> Shown.fixed(node, 2));
            boolean told = false;
            for (JsonNode item : answer.path("items")) {
                told |= item.hasNonNull("percent");
            }
            // Windows have none; a program's columns stay.
            columns.add(told ? percent : percent.csvOnly());
        }
        return columns;
    }
}
