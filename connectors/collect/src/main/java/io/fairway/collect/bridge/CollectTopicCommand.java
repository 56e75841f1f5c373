package io.fairway.collect.bridge;

import io.fairway.program.ProgramOptions;
import io.fairway.program.metrics.MetricsServer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway collect topic}. */
@Command(
        name = "topic",
        mixinStandardHelpOptions = true,
        description = {
            "Send what topics of Slurm (jobcomp/kafka) or Sonar say as job events.",
            "",
            "Each message counts once, whatever is killed: what it becomes and how far the bridge has read are one"
                    + " transaction. So the topics and Fairway's must be on the same brokers. Start and end of a job may be"
                    + " on two topics, in any order.",
            "A message that cannot be read is a dead letter with its topic, partition, offset and the rule it breaks.",
            "",
            "Slurm drops messages that the brokers do not take in time. Run fairway collect slurm beside this: it asks"
                    + " sacct who ended, and a run that both report counts once.",
            "",
            "Keys without an option: default.account, het.jobs, bridge.name, batch.records, metrics.listen, client.id, topics.clusters, domain.pins.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request",
            "1:the brokers or the registry refused it, or another bridge of its name took over",
            "2:bad usage or configuration"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  Ends and starts of the jobs of cluster alps:",
            "    fairway collect topic alps alps-job-start \\",
            "      -b localhost:9092 -r http://localhost:8081",
            "  Sonar's jobs and samples:",
            "    fairway collect topic alps.job alps.sample --format sonar \\",
            "      -b localhost:9092 -r http://localhost:8081 -p bridge.name=fairway-sonar"
        })
public final class CollectTopicCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TOPIC", arity = "0..*", description = "Topics to read (sources).")
    private List<String> sources = List.of();

    @Mixin
    private final ProgramOptions options = new ProgramOptions();

    @Option(names = "--format", paramLabel = "FORMAT", description = "jobcomp.kafka (by default) or sonar (format).")
    private @Nullable String format;

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Domain of the events (domain; the cluster's name by default).")
    private @Nullable String domain;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "Cluster of all jobs (cluster; as each message says by default).")
    private @Nullable String cluster;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        BridgeConfig config = config();
        PrintWriter out = spec.commandLine().getOut();
        try (MetricsServer metrics = MetricsServer.start(config);
                Bridge bridge = new Bridge(config, line -> {
                    out.println(line);
                    out.flush();
                })) {
            bridge.run();
        }
        return 0;
    }

    BridgeConfig config() {
        return options.config(
                spec,
                Map.of(),
                settings -> settings.putIfGiven(BridgeConfig.FORMAT, format, "--format")
                        .putIfGiven(BridgeConfig.DOMAIN, domain, "--domain")
                        .putIfGiven(BridgeConfig.CLUSTER, cluster, "--cluster")
                        .putIfGiven(
                                BridgeConfig.SOURCES, sources.isEmpty() ? null : String.join(",", sources), "TOPIC"),
                BridgeConfig::new);
    }
}
