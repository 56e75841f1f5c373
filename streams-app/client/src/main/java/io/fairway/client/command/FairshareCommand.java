package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.format.FairshareFormat;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.ScopeOptions;
import io.fairway.client.table.Column;
import io.fairway.client.table.Details;
import io.fairway.client.table.Footers;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.SortColumn;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway fairshare}: shares, usage, and the order in which users are served. */
@Command(
        name = "fairshare",
        description = {
            "Show shares, usage and fairshare of the tree or a subtree, or the ranking of its users.",
            "Other formats print the columns that users of Slurm, LSF, Moab and Maui know; docs/questions.md lists"
                    + " the differences."
        },
        footer = {
            "",
            "Examples:",
            "  fairway fairshare --account cms",
            "  fairway fairshare --sort last --limit 10",
            "  fairway fairshare --format sshare -l -P",
            "  fairway fairshare --policy lsf --format bhpart"
        })
public final class FairshareCommand extends ClientCommand {
    private static final double OF_PARENT = 4_294_967_294.0;

    private enum Kind {
        ALL,
        ACCOUNTS,
        USERS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The orders of the server; another one is that of a column. */
    private static final class Orders extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Orders() {
            super(List.of("tree", "first", "last", "usage"));
        }
    }

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Mixin
    private final ScopeOptions scope = new ScopeOptions();

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            description = "As it was then, such as 2026-05-03T12:00Z; up to 800 days ago.")
    private @Nullable String at;

    @Option(names = "--depth", paramLabel = "N", description = "Show only the upper N levels.")
    private @Nullable Integer depth;

    @Option(names = "--kind", paramLabel = "KIND", description = "Show only these nodes: ${COMPLETION-CANDIDATES}.")
    private @Nullable Kind kind;

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "ORDER|[-]COLUMN",
            preprocessor = SortColumn.class,
            completionCandidates = Orders.class,
            description = "${COMPLETION-CANDIDATES}: as a tree, served first on top, served last on top, most usage on"
                    + " top. Or a column; with a minus, the largest first.")
    private @Nullable String sort;

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Mixin
    private final FairshareFormat format = new FairshareFormat();

    @Override
    void check() {
        pages.check(spec());
        format.check(spec(), output(), column() != null);
    }

    @Override
    JsonNode ask(Api api) {
        String domain = server().domain(api);
        Query query = scope.in(Query.of("domains", domain, "fairshare"))
                .with("policy", policy)
                .with("at", at)
                .with("depth", depth)
                .with("kind", kind)
                .with("sort", column() == null ? order() : null);
        JsonNode answer = pages(api, query, pages, column());
        return format.needsDetails() ? Details.added(api, answer, domain, policy) : answer;
    }

    /** The server's order; null = it is a tree, or in the order of a column. */
    private @Nullable String order() {
        return sort == null ? null : sort.toLowerCase(Locale.ROOT);
    }

    /** The column to sort by; null = an order of the server. */
    private @Nullable String column() {
        return sort == null || new Orders().contains(order()) ? null : sort;
    }

    @Override
    List<String> columns() {
        return format.columns();
    }

    @Override
    Table table(JsonNode answer) {
        boolean tree = sort == null || "tree".equals(order());
        // Users alone have no account above them in the list that would name theirs.
        return Table.of(columns(answer, tree, scope.users().isEmpty()), answer.path("items"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (format.print(answer, page)) {
            return;
        }
        if (answer.path("items").isEmpty()) {
            Footers.nothing("shares" + scope.words(), answer, page);
            return;
        }
        page.table(chosen(answer));
        page.blank();
        page.sentence(
                "",
                "tree " + answer.path("tree").asText() + ", "
                        + answer.path("users").asText() + " users ranked, " + Footers.policyAndTime(answer));
        Footers.rows(answer, page);
        Footers.more(answer, "total", page);
    }

    /** The columns of a tree, with indented names, or of a ranking. */
    static List<Column> columns(JsonNode answer, boolean tree) {
        return columns(answer, tree, true);
    }

    private static List<Column> columns(JsonNode answer, boolean tree, boolean indented) {
        List<Column> columns = new ArrayList<>();
        if (tree && !indented) {
            columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
            columns.add(Column.text("USER", "user").importance(Column.KEY));
        } else if (tree) {
            columns.add(Column.made("NAME", "", FairshareCommand::indented)
                    .tableOnly()
                    .importance(Column.KEY));
            columns.add(Column.text("", "account"));
            columns.add(Column.text("", "user"));
        } else {
            columns.add(place().importance(95));
            columns.add(Column.text("USER", "user").importance(Column.KEY));
            columns.add(Column.text("ACCOUNT", "account").importance(Column.KEY));
            Column.partition(answer).ifPresent(columns::add);
        }
        columns.add(Column.text("", "path"));
        columns.add(Column.number("SHARES", "shares", node -> node.isNull() ? "parent" : Shown.text(node))
                .importance(70));
        columns.add(Column.number("NORM", "normShares", node -> Shown.fixed(node, 4))
                .importance(60));
        // LSF adds up times and slots, each with its factor.
        boolean lsf = answer.path("policy").path("family").asText().equals("lsf");
        columns.add((lsf
                        ? Column.number("DENOMINATOR", "rawUsage", node -> Shown.fixed(node, 4))
                        : Column.hours("USAGE [h]", "rawUsage"))
                .importance(80));
        if (answer.hasNonNull("rows")) {
            columns.add(Column.hours("AT LEAST", "least"));
            columns.add(Column.hours("AT MOST", "most"));
        }
        columns.add(Column.number("OF ALL", "normUsage", node -> Shown.fixed(node, 4))
                .importance(55));
        columns.add(Column.number("EFFECTIVE", "effectiveUsage", node -> Shown.fixed(node, 4))
                .importance(40));
        columns.add(Column.number("LEVEL", "levelFairshare", FairshareCommand::level)
                .importance(45));
        columns.add(
                Column.number("FACTOR", "factor", node -> Shown.fixed(node, 4)).importance(90));
        if (tree) {
            columns.add(place().importance(65));
        }
        columns.add(Column.number("", "slurmRank", item -> item.path("rank"), Shown::text));
        columns.add(Column.number("WAIT", "pendingJobs", Shown::text).importance(30));
        columns.add(Column.number("RUN", "runningJobs", Shown::text).importance(30));
        return columns;
    }

    /** Slurm gives an account with the shares of its parent the value 4294967294, which is no fairshare. */
    private static String level(JsonNode value) {
        return value.asDouble() == OF_PARENT ? "parent" : Shown.fixed(value, 4);
    }

    private static Column place() {
        return Column.number("PLACE", "place", Shown::text);
    }

    private static String indented(JsonNode item) {
        String user = item.path("user").asText();
        String partition = item.path("partition").asText("");
        return "  ".repeat(item.path("depth").asInt())
                + (user.isEmpty() ? item.path("account").asText() : user)
                + (partition.isEmpty() ? "" : "@" + partition);
    }
}
