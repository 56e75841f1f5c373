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
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands, in the groups of the help text.
 *
 * <p>A command's class is loaded only on use: commands that ask a server run in loops, and most others load half of Kafka.
 */
final class Commands {
    private static final Map<String, Map<String, Supplier<Object>>> GROUPS = new LinkedHashMap<>();

    static {
        group("Ask a running Fairway")
                .with("usage", UsageCommand::new)
                .with("ended", EndedCommand::new)
                .with("fairness", FairnessCommand::new)
                .with("fairshare", FairshareCommand::new)
                .with("priority", PriorityCommand::new)
                .with("queues", QueuesCommand::new)
                .with("job", JobCommand::new)
                .with("why", WhyCommand::new)
                .with("whatif", WhatIfCommand::new)
                .with("forecast", ForecastCommand::new)
                .with("policies", PoliciesCommand::new)
                .with("top", TopCommand::new)
                .with("diff", DiffCommand::new);
        group("Try it (needs no broker)")
                .with("demo", LabCommand.of("io.fairway.trial.demo.DemoCommand"))
                .with("replay", LabCommand.of("io.fairway.trial.replay.ReplayCommand"))
                .with("load", LabCommand.of("io.fairway.bench.load.LoadCommand"))
                .with("simulate", LabCommand.of("io.fairway.simulator.SimulateCommand"))
                .with("bench", LabCommand.of("io.fairway.bench.BenchCommand"))
                .with("evaluate", EvaluateQueueCommand::new)
                .with("explain", ExplainCommand::new);
        group("Run it")
                .with("serve", ServeCommand::new)
                .with("dispatch", DispatchCommand::new)
                .with("collect", CollectCommand::new)
                .with("backfill", BackfillCommand::new)
                .with("topics", TopicsCommand::new)
                .with("schemas", SchemasCommand::new)
                .with("audit", AuditCommand::new)
                .with("token", TokenCommand::new)
                .with("describe", DescribeCommand::new);
        group("Shares and policies")
                .with("shares", SharesCommand::new)
                .with("hosts", HostsCommand::new)
                .with("policy", PolicyCommand::new)
                .with("remote-usage", RemoteUsageCommand::new)
                .with("sources", SourcesCommand::new)
                .with("import", ImportCommand::new);
        group("Corrections").with("adjust", AdjustCommand::new).with("dead-letters", DeadLettersCommand::new);
        group("The command itself").with("completion", CompletionCommand::new).with("man", ManCommand::new);
    }

    /** What the completion script runs, while somebody types. No help names it. */
    private static final Map<String, Supplier<Object>> HIDDEN = Map.of("complete-names", CompleteNamesCommand::new);

    private record Group(Map<String, Supplier<Object>> commands) {
        Group with(String name, Supplier<Object> command) {
            commands.put(name, command);
            return this;
        }
    }

    private Commands() {}

    private static Group group(String title) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        GROUPS.put(title, commands);
        return new Group(commands);
    }

    /**
     * Adds the commands to a command line; only the one that the first word names, if it needs no others.
     *
     * @param word the first word of the command line; empty = there is none
     */
    static void addTo(CommandLine line, String word) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        GROUPS.values().forEach(all::putAll);
        if (word.equals("--version") || word.equals("-V")) {
            return; // Needs none of them.
        }
        Supplier<Object> one = all.getOrDefault(word, HIDDEN.get(word));
        boolean needsAll = word.equals("completion") || word.equals("man");
        if (one != null && !needsAll) {
            line.addSubcommand(word, one.get());
        } else {
            all.forEach((name, command) -> line.addSubcommand(name, command.get()));
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, renderer());
        }
    }

    /** Lists the commands by group, each in the format of picocli. */
    private static IHelpSectionRenderer renderer() {
        return help -> {
            StringBuilder text = new StringBuilder();
            GROUPS.forEach((title, commands) -> {
                Map<String, Help> listed = new LinkedHashMap<>();
                commands.keySet().forEach(name -> {
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
        GROUPS.values().forEach(commands -> names.addAll(commands.keySet()));
        return names;
    }
}
