package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.PeriodOptions;
import io.fairway.client.http.Query;
import io.fairway.client.http.ScopeOptions;
import io.fairway.client.table.Column;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.Footers;
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

/** {@code fairway fairness}: what was delivered in a period, against what was due. */
@Command(
        name = "fairness",
        description = {
            "Show what users or accounts were delivered in a period (default: the last 30 days), against what was due.",
            "Due is all that was delivered, divided by the shares of now among those who had demand. RATIO 1 is fair."
                    + " Who wanted something and got nothing comes first."
        },
        footer = {
            "",
            "Examples:",
            "  fairway fairness --period this-quarter",
            "  fairway fairness --user anna --period last-month",
            "  fairway fairness --kind accounts --csv --all"
        })
public final class FairnessCommand extends ClientCommand {
    private enum Kind {
        USERS,
        ACCOUNTS,
        ALL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "users",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Kind kind = Kind.USERS;

    @Mixin
    private final ScopeOptions scope = new ScopeOptions();

    @Mixin
    private final PeriodOptions period = new PeriodOptions();

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
        Query query = Query.of("domains", server().domain(api), "fairness")
                .with("policy", policy)
                .with("kind", kind);
        return pages(api, period.in(scope.in(query)), pages, columns.sort());
    }

    @Override
    List<String> columns() {
        return columns.columns();
    }

    @Override
    Table table(JsonNode answer) {
        List<Column> shown = new ArrayList<>();
        shown.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
        Column user = Column.text("USER", "user").importance(Column.KEY);
        shown.add(kind == Kind.ACCOUNTS ? user.csvOnly() : user);
        Column.partition(answer).ifPresent(shown::add);
        shown.add(Column.number("SHARES", "shares", Shown::text));
        shown.add(Column.hours("DELIVERED [h]", "delivered").importance(90));
        shown.add(Column.hours("DUE [h]", "due").importance(85));
        shown.add(
                Column.number("RATIO", "ratio", ratio -> Shown.fixed(ratio, 3)).importance(98));
        shown.add(Column.hours("BEHIND [h]", "lag").importance(80));
        shown.add(Column.text("", "starved"));
        shown.add(Column.made("WAITED", "waited", item -> item.path("waited").asBoolean() ? "yes" : "-"));
        return Table.of(shown, answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        String when = " from " + Shown.instant(answer.path("from")) + " to " + Shown.instant(answer.path("to"));
        if (answer.path("items").isEmpty()) {
            Footers.nothing("demand" + scope.words() + when, answer, page);
            return;
        }
        page.table(chosen(answer));
        page.blank();
        page.sentence("", "measure " + answer.path("measure").asText() + when + "; shares of now");
        JsonNode whole = answer.path("whole");
        if (whole.isObject()) {
            page.sentence(
                    "",
                    "Jain's index of all users " + Shown.fixed(whole.path("jain"), 4) + " (1 = all alike), "
                            + whole.path("starved").asText() + " starved"
                            + (whole.hasNonNull("mostBehindUser")
                                    ? "; most behind: "
                                            + whole.path("mostBehindUser").asText() + " in "
                                            + whole.path("mostBehindAccount").asText() + ", "
                                            + Shown.hours(whole.path("largestLag")) + " TRES-h"
                                    : ""));
        }
        page.sentence("", Footers.policyAndTime(answer));
        Footers.more(answer, "total", page);
    }
}
