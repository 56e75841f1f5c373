package io.fairway.system;

import io.fairway.access.TokenCommand;
import io.fairway.app.adjust.AdjustCommand;
import io.fairway.app.cli.AuditCommand;
import io.fairway.app.cli.DescribeCommand;
import io.fairway.app.cli.SchemasCommand;
import io.fairway.app.cli.ServeCommand;
import io.fairway.app.cli.TopicsCommand;
import io.fairway.app.imports.ImportCommand;
import io.fairway.app.letters.DeadLettersCommand;
import io.fairway.app.tables.HeartbeatsCommand;
import io.fairway.app.tables.HostsCommand;
import io.fairway.app.tables.PolicyCommand;
import io.fairway.app.tables.RemoteUsageCommand;
import io.fairway.app.tables.SharesCommand;
import io.fairway.app.tables.SourcesCommand;
import io.fairway.app.whatif.EvaluateQueueCommand;
import io.fairway.client.command.CompleteNamesCommand;
import io.fairway.client.command.CompletionCommand;
import io.fairway.client.command.DiffCommand;
import io.fairway.client.command.EndedCommand;
import io.fairway.client.command.FairnessCommand;
import io.fairway.client.command.FairshareCommand;
import io.fairway.client.command.ForecastCommand;
import io.fairway.client.command.JobCommand;
import io.fairway.client.command.ManCommand;
import io.fairway.client.command.PoliciesCommand;
import io.fairway.client.command.PriorityCommand;
import io.fairway.client.command.QueuesCommand;
import io.fairway.client.command.TopCommand;
import io.fairway.client.command.UsageCommand;
import io.fairway.client.command.WhatIfCommand;
import io.fairway.client.command.WhyCommand;
import io.fairway.collect.backfill.BackfillCommand;
import io.fairway.collect.cli.CollectCommand;
import io.fairway.dispatcher.cli.DispatchCommand;
import io.fairway.scenario.ExplainCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands, in the groups of the help text.
 *
 * <p>A command's class is loaded only on use: commands that ask a server run in loops, and most others load half of Kafka.
 */
final class Commands {
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put(
                "Ask a running Fairway",
                List.of(
                        "usage",
                        "ended",
                        "fairness",
                        "fairshare",
                        "priority",
                        "queues",
                        "job",
                        "why",
                        "whatif",
                        "forecast",
                        "policies",
                        "top",
                        "diff"));
        GROUPS.put(
                "Try it (needs no broker)",
                List.of("demo", "replay", "load", "simulate", "bench", "evaluate", "explain"));
        GROUPS.put(
                "Run it",
                List.of(
                        "serve",
                        "dispatch",
                        "collect",
                        "backfill",
                        "topics",
                        "schemas",
                        "heartbeats",
                        "audit",
                        "token",
                        "describe"));
        GROUPS.put("Shares and policies", List.of("shares", "hosts", "policy", "remote-usage", "sources", "import"));
        GROUPS.put("Corrections", List.of("adjust", "dead-letters"));
        GROUPS.put("The command itself", List.of("completion", "man"));
    }

    /** What the completion script runs, while somebody types. No help names it. */
    private static final String HIDDEN = "complete-names";

    private Commands() {}

    /** The class of a command. A switch, because a map of constructors would make a class for each of them at every start. */
    private static Class<?> type(String name) {
        return switch (name) {
            case "usage" -> UsageCommand.class;
            case "ended" -> EndedCommand.class;
            case "fairness" -> FairnessCommand.class;
            case "fairshare" -> FairshareCommand.class;
            case "priority" -> PriorityCommand.class;
            case "queues" -> QueuesCommand.class;
            case "job" -> JobCommand.class;
            case "why" -> WhyCommand.class;
            case "whatif" -> WhatIfCommand.class;
            case "forecast" -> ForecastCommand.class;
            case "policies" -> PoliciesCommand.class;
            case "top" -> TopCommand.class;
            case "diff" -> DiffCommand.class;
            case "demo" -> LabCommand.type("io.fairway.trial.demo.DemoCommand");
            case "replay" -> LabCommand.type("io.fairway.trial.replay.ReplayCommand");
            case "load" -> LabCommand.type("io.fairway.bench.load.LoadCommand");
            case "simulate" -> LabCommand.type("io.fairway.simulator.SimulateCommand");
            case "bench" -> LabCommand.type("io.fairway.bench.BenchCommand");
            case "evaluate" -> EvaluateQueueCommand.class;
            case "explain" -> ExplainCommand.class;
            case "serve" -> ServeCommand.class;
            case "dispatch" -> DispatchCommand.class;
            case "collect" -> CollectCommand.class;
            case "backfill" -> BackfillCommand.class;
            case "topics" -> TopicsCommand.class;
            case "schemas" -> SchemasCommand.class;
            case "audit" -> AuditCommand.class;
            case "token" -> TokenCommand.class;
            case "describe" -> DescribeCommand.class;
            case "shares" -> SharesCommand.class;
            case "hosts" -> HostsCommand.class;
            case "policy" -> PolicyCommand.class;
            case "remote-usage" -> RemoteUsageCommand.class;
            case "sources" -> SourcesCommand.class;
            case "heartbeats" -> HeartbeatsCommand.class;
            case "import" -> ImportCommand.class;
            case "adjust" -> AdjustCommand.class;
            case "dead-letters" -> DeadLettersCommand.class;
            case "completion" -> CompletionCommand.class;
            case "man" -> ManCommand.class;
            case HIDDEN -> CompleteNamesCommand.class;
            default -> throw new IllegalArgumentException("command " + name + ": has no class");
        };
    }

    /**
     * Adds the commands to a command line; only the one that the first word names, if it needs no others.
     *
     * @param word the first word of the command line; empty = there is none
     */
    static void addTo(CommandLine line, String word) {
        if (word.equals("--version") || word.equals("-V")) {
            return; // Needs none of them.
        }
        boolean needsAll = word.equals("completion") || word.equals("man");
        if (!needsAll && (word.equals(HIDDEN) || names().contains(word))) {
            line.addSubcommand(word, made(word));
            return;
        }
        boolean isList = word.equals("--help") || word.equals("-h");
        names().forEach(name -> line.addSubcommand(name, isList ? named(type(name)) : made(name)));
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, renderer());
    }

    private static Object made(String name) {
        try {
            return CommandLine.defaultFactory().create(type(name));
        } catch (Exception e) {
            throw new IllegalStateException("command " + name + " cannot be made", e);
        }
    }

    /** A command for the list of all: without its options, of which there are hundreds. */
    private static CommandSpec named(Class<?> type) {
        Command told = Objects.requireNonNull(type.getAnnotation(Command.class), type.getName());
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().header(told.header()).description(told.description());
        spec.parser().unmatchedArgumentsAllowed(true);
        return spec;
    }

    /** Lists the commands by group, each in the format of picocli. */
    private static IHelpSectionRenderer renderer() {
        return help -> {
            StringBuilder text = new StringBuilder();
            GROUPS.forEach((title, commands) -> {
                Map<String, Help> listed = new LinkedHashMap<>();
                commands.forEach(name -> {
                    Help one = help.subcommands().get(name);
                    if (one != null) {
                        listed.put(name, one);
                    }
                });
                text.append(String.format("%n%s:%n", title)).append(help.commandList(listed));
            });
            return text.toString();
        };
    }

    /** The names, in the order of help. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        GROUPS.values().forEach(names::addAll);
        return names;
    }
}
