package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.table.Column;
import io.fairway.client.table.Footers;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fairway forecast}: when an association passes a factor or a place. */
@Command(
        name = "forecast",
        description = {
            "Forecast when an association reaches a factor or a place in the ranking, or loses it. Its own running jobs"
                    + " stop now, unless --if says otherwise; all others go on, and none starts."
        },
        footer = {
            "",
            "Examples:",
            "  fairway forecast cms anna --factor 0.5",
            "  fairway forecast cms anna --place 10 --if continues"
        })
public final class ForecastCommand extends ClientCommand {
    private enum If {
        STOPS,
        DRAINS,
        CONTINUES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The goal: a factor or a place. */
    private static final class Goal {
        @Option(names = "--factor", paramLabel = "F", description = "The factor to reach.")
        private @Nullable Double factor;

        @Option(names = "--place", paramLabel = "N", description = "The place to reach; 1 is served first.")
        private @Nullable Long place;
    }

    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "An account.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String account;

    @Parameters(index = "1", arity = "0..1", paramLabel = "USER", description = "A user of this account.")
    private @Nullable String user;

    @Option(
            names = "--partition",
            paramLabel = "NAME",
            description = "The user's association of this partition (Slurm). Default: the one of no partition.")
    private @Nullable String partition;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Goal goal;

    @Option(
            names = "--if",
            paramLabel = "WHAT",
            description = "stops: its running jobs stop now; drains: its running jobs end at their time limits;"
                    + " continues: they go on. No new job starts. Default: ${DEFAULT-VALUE}.",
            defaultValue = "stops")
    private If condition = If.STOPS;

    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Option(names = "--rank", hidden = true)
    void refuseFormerName(String value) {
        throw new ParameterException(spec().commandLine(), "--rank is now called --place; give --place " + value);
    }

    @Override
    JsonNode ask(Api api) {
        return api.get(Query.of("domains", server().domain(api), "forecast")
                .with("policy", policy)
                .with("tree", tree)
                .with("account", account)
                .with("user", user)
                .with("partition", partition)
                .with("factor", goal.factor)
                .with("place", goal.place)
                .with("if", condition));
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(
                List.of(
                        Column.text("ACCOUNT", "account"),
                        Column.text("USER", "user"),
                        Column.text("IF", "if"),
                        Column.number("FACTOR", "factor", Shown::exact),
                        Column.number("PLACE", "place", Shown::text),
                        Column.text("REACHED", "reached"),
                        Column.instant("AT", "at")),
                List.of(answer));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        // Of what holds already, the reason says so.
        if (answer.path("reached").asBoolean()) {
            page.head(Shown.instant(answer.path("at"))
                    + ", in "
                    + Shown.between(answer.path("freshness").path("asOf"), answer.path("at")));
        } else if (!answer.path("holds").asBoolean()) {
            page.head("never");
        }
        page.sentence("", answer.path("reason").asText());
        JsonNode now = answer.path("now");
        page.sentence(
                "", "now: factor " + Shown.fixed(now.path("factor"), 6) + ", place " + Shown.text(now.path("place")));
        page.blank();
        page.sentence("", Footers.policyAndTime(answer));
    }
}
