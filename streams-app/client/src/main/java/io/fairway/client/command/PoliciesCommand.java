package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway policies}: the policies of a domain, and each user's place under each. */
@Command(
        name = "policies",
        description = "Show the policies in force (active and shadow), or compare the places of users under each.",
        footer = {
            "",
            "Examples:",
            "  fairway policies",
            "  fairway policies --compare",
            "  fairway policies --compare fairtree,lsf --account cms --csv"
        })
public final class PoliciesCommand extends ClientCommand {
    @Option(
            names = "--compare",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME,...",
            description = "Compare these policies with the first one. Without names: all with the active one.")
    private @Nullable String compare;

    @Mixin
    private final ScopeOptions scope = new ScopeOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Override
    void check() {
        pages.check(spec());
        OutputOptions.refuse(spec(), compare == null && scope.isAsked(), "--tree, --account and --user need --compare");
        OutputOptions.refuse(spec(), compare == null && pages.isAsked(), "--limit and --all need --compare");
        OutputOptions.refuse(spec(), compare == null && columns.sort() != null, "--sort needs --compare");
    }

    @Override
    JsonNode ask(Api api) {
        String domain = server().domain(api);
        if (compare == null) {
            return api.get(Query.of("domains", domain, "policies"));
        }
        return pages(
                api,
                scope.in(Query.of("domains", domain, "policies", "compare"))
                        .with("policies", compare.isEmpty() ? null : compare),
                pages,
                columns.sort());
    }

    @Override
    List<String> columns() {
        return columns.columns();
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(compare == null ? inForce() : compared(answer.path("policies")), answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (compare != null && answer.path("items").isEmpty()) {
            Footers.nothing("users to compare" + scope.words(), answer, page);
            return;
        }
        page.table(chosen(answer));
        page.blank();
        for (int i = 1; i < answer.path("policies").size(); i++) {
            page.sentence(
                    "",
                    "rank correlation of "
                            + answer.path("policies").path(i).path("name").asText() + " with "
                            + answer.path("policies").path(0).path("name").asText() + ": "
                            + Shown.fixed(answer.path("correlations").path(i), 4));
        }
        List<String> others = new ArrayList<>();
        for (int i = 1; i < answer.path("trees").size(); i++) {
            String tree = answer.path("trees").path(i).asText();
            if (!tree.equals(answer.path("tree").asText())) {
                others.add(answer.path("policies").path(i).path("name").asText() + " (" + tree + ")");
            }
        }
        if (!others.isEmpty()) {
            page.sentence(
                    "",
                    "not on tree " + answer.path("tree").asText() + ": " + String.join(", ", others)
                            + "; these compare associations of the same account and user");
        }
        if (!answer.path("leftOut").isEmpty()) {
            page.sentence(
                    "",
                    "left out: " + Shown.text(answer.path("leftOut")) + " (no ranking of tree "
                            + answer.path("tree").asText() + ", nor of exactly one other tree)");
        }
        page.sentence("", Footers.time(answer));
        Footers.more(answer, "total", page);
    }

    private static List<Column> inForce() {
        return List.of(
                Column.text("POLICY", "policy", item -> item.path("policy").path("name"))
                        .importance(Column.KEY),
                Column.text("STATE", "state", item -> item.path("policy").path("state"))
                        .importance(90),
                Column.text("FAMILY", "family", item -> item.path("policy").path("family"))
                        .importance(60),
                Column.text(
                                "ALGORITHM",
                                "algorithm",
                                item -> item.path("policy").path("algorithm"))
                        .importance(80),
                Column.made("MEASURES", "measures", PoliciesCommand::measures).importance(20),
                Column.instant("SINCE", "effectiveFrom").importance(70),
                Column.text("TREES", "trees").importance(30));
    }

    private static String measures(JsonNode policy) {
        List<String> measures = new ArrayList<>();
        policy.path("measures")
                .forEach(one -> measures.add(
                        one.path("name").asText() + " (" + one.path("law").asText() + ")"));
        return String.join(", ", measures);
    }

    private static List<Column> compared(JsonNode policies) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("USER", "user").importance(Column.KEY));
        columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
        for (int i = 0; i < policies.size(); i++) {
            int at = i;
            String name = policies.path(i).path("name").asText();
            columns.add(Column.number(
                            name,
                            name + ".place",
                            item -> item.path("values").path(at).path("place"),
                            Shown::text)
                    .importance(90));
            columns.add(Column.number(
                            "FACTOR",
                            name + ".factor",
                            item -> item.path("values").path(at).path("factor"),
                            node -> Shown.fixed(node, 4))
                    .importance(60));
            if (i > 0) {
                columns.add(Column.number(
                                "MOVES",
                                name + ".moves",
                                item -> item.path("moves").path(at),
                                node -> node.isNumber() && node.asLong() > 0 ? "+" + node.asLong() : Shown.text(node))
                        .importance(80));
            }
        }
        return columns;
    }
}
