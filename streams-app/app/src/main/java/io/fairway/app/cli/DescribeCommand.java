package io.fairway.app.cli;

import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.topology.FairwayTopology;
import io.fairway.scenario.Misuse;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fairway describe}: prints the topology. */
@Command(
        name = "describe",
        mixinStandardHelpOptions = true,
        description = "Print the topology: sources, the processor, its stores, sinks. Needs no broker.")
public final class DescribeCommand implements Runnable {
    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            defaultValue = Topics.STANDARD_PREFIX,
            description = "Prefix of the topics (${DEFAULT-VALUE}).")
    private String prefix = Topics.STANDARD_PREFIX;

    @Option(
            names = "--clusters",
            paramLabel = "NAMES",
            description = "Clusters with topics of their own, separated by commas (topics.clusters). Default: none.")
    private String clusters = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(new FairwayTopology(new EngineContext(
                        Misuse.orUsage(spec, () -> Topics.of(prefix, NamedClusters.parse(clusters))),
                        new FairwaySerdes(Map.of("schema.registry.url", "mock://describe")),
                        DomainPartitions.hashed(),
                        Topic.DEFAULT_PARTITIONS,
                        new EngineSettings(
                                false, Long.MAX_VALUE, 250, 10_000, 1_000, 5_000, 120_000, 604_800_000, 1_000)))
                .get()
                .describe());
        out.flush();
    }
}
