package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.Target;
import io.fairway.client.http.TimeLimit;
import io.fairway.client.table.Column;
import io.fairway.client.table.Footers;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fairway whatif}: the place of a waiting job with another asked. */
@Command(
        name = "whatif",
        description = {
            "Show the priority and the place that a waiting job would have if it requested something else.",
            "Nothing is changed: to change the job, tell your scheduler. Say at least one thing that differs."
        },
        footer = {
            "",
            "Examples:",
            "  fairway whatif 4711 --nodes 2",
            "  fairway whatif alps/4711 --time-limit 2h --qos short",
            "  fairway whatif 4711 --account cms"
        })
public final class WhatIfCommand extends ClientCommand {
    /** The most jobs that are named. */
    private static final int NAMED = 5;

    /** What differs. */
    private static final class Request {
        @Option(
                names = {"-A", "--account"},
                paramLabel = "NAME",
                description = "An account of the user.")
        private @Nullable String account;

        @Option(names = "--partition", paramLabel = "NAME", description = "A partition, in the place of all others.")
        private @Nullable String partition;

        @Option(names = "--qos", paramLabel = "NAME", description = "A quality of service.")
        private @Nullable String qos;

        @Option(names = "--queue", paramLabel = "NAME", description = "A queue.")
        private @Nullable String queue;

        @Option(names = "--nodes", paramLabel = "N", description = "Nodes.")
        private @Nullable Long nodes;

        @Option(names = "--cpus", paramLabel = "N", description = "Processors.")
        private @Nullable Long cpus;

        @Option(
                names = "--time-limit",
                paramLabel = "TIME",
                converter = TimeLimit.class,
                description = "A time limit, as 90m, 2h, 1d, 2:00:00 or 1-12:00:00.")
        private @Nullable Long seconds;

        @Option(names = "--nice", paramLabel = "N", description = "Slurm's nice value. It lowers the priority.")
        private @Nullable Long nice;
    }

    @Parameters(paramLabel = "JOB", description = "JOB or CLUSTER/JOB.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String target;

    @ArgGroup(exclusive = false)
    private @Nullable Request request;

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Override
    void check() {
        if (request == null) {
            throw new ParameterException(spec().commandLine(), "say what differs, such as --nodes 2; see --help");
        }
    }

    @Override
    JsonNode ask(Api api) {
        Request asked = Objects.requireNonNull(request);
        return Target.theJob(
                api,
                server(),
                target,
                (domain, cluster, id) -> Query.of("domains", domain, "jobs", cluster, id, "whatif")
                        .with("policy", policy)
                        .with("account", asked.account)
                        .with("partition", asked.partition)
                        .with("qos", asked.qos)
                        .with("queue", asked.queue)
                        .with("nodes", asked.nodes)
                        .with("cpus", asked.cpus)
                        .with("timeLimitSeconds", asked.seconds)
                        .with("nice", asked.nice));
    }

    /** The terms side by side. */
    @Override
    Table table(JsonNode answer) {
        Set<String> names = new LinkedHashSet<>();
        List<JsonNode> rows = new ArrayList<>();
        for (String side : List.of("now", "then")) {
            answer.path(side)
                    .path("terms")
                    .forEach(term -> names.add(term.path("name").asText()));
        }
        for (String name : names) {
            rows.add(row(name, contribution(answer, "now", name), contribution(answer, "then", name)));
        }
        rows.add(row(
                "priority",
                answer.path("now").path("priority"),
                answer.path("then").path("priority")));
        return Table.of(
                List.of(
                        Column.text("TERM", "term").importance(Column.KEY),
                        Column.number("NOW", "now", PriorityCommand::priority).importance(90),
                        Column.number("THEN", "then", PriorityCommand::priority).importance(95)),
                rows);
    }

    private static JsonNode row(String name, JsonNode now, JsonNode then) {
        ObjectNode row = Api.JSON.createObjectNode().put("term", name);
        row.set("now", now);
        row.set("then", then);
        return row;
    }

    private static JsonNode contribution(JsonNode answer, String side, String name) {
        for (JsonNode term : answer.path(side).path("terms")) {
            if (term.path("name").asText().equals(name)) {
                return term.path("contribution");
            }
        }
        return Api.JSON.nullNode();
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        page.head(answer.path("summary").asText());
        for (JsonNode change : answer.path("changes")) {
            page.line("  " + change.path("name").asText() + ": " + text(change.path("from")) + " -> "
                    + text(change.path("to")));
        }
        page.blank();
        page.table(table(answer));
        page.blank();
        moves(answer, page);
        page.sentence("", Footers.policyAndTime(answer));
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.asText() : "none";
    }

    private static void moves(JsonNode answer, TextPage page) {
        long passes = answer.path("passes").asLong();
        long passedBy = answer.path("passedBy").asLong();
        if (passes > 0) {
            List<String> names = new ArrayList<>();
            answer.path("passed")
                    .forEach(job -> names.add(
                            job.path("job").asText() + " of " + job.path("user").asText()));
            List<String> first = names.subList(0, Math.min(NAMED, names.size()));
            page.sentence(
                    "",
                    "It would pass " + Shown.text(answer.path("passes")) + (passes == 1 ? " job" : " jobs")
                            + (first.isEmpty()
                                    ? "."
                                    : ": " + String.join(", ", first)
                                            + (first.size() < passes
                                                    ? " and " + (passes - first.size()) + " others."
                                                    : ".")));
        }
        if (passedBy > 0) {
            page.sentence(
                    "", Shown.text(answer.path("passedBy")) + (passedBy == 1 ? " job" : " jobs") + " would pass it.");
        }
        for (String side : List.of("now", "then")) {
            JsonNode because = answer.path(side).path("because");
            if (because.isTextual()) {
                page.sentence(
                        "",
                        (side.equals("now") ? "It has no place now: " : "It would have no place: ") + because.asText()
                                + ".");
            }
        }
    }
}
