package io.fairway.collect.bridge;

import io.fairway.schemas.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = "Brokers to connect to first (bootstrap.servers).")
    private @Nullable String servers;

    @Option(
            names = {"-r", "--schema-registry"},
            paramLabel = "URL",
            description = "Schema registry (schema.registry.url).")
    private @Nullable String registry;

    @Option(names = "--prefix", description = "Prefix of Fairway's topics (topic.prefix; fairway. by default).")
    private @Nullable String prefix;

    @Option(names = "--format", description = "jobcomp.kafka (by default) or sonar (format).")
    private @Nullable String format;

    @Option(names = "--domain", description = "Domain of the events (domain; the cluster's name by default).")
    private @Nullable String domain;

    @Option(names = "--cluster", description = "Cluster of all jobs (cluster; as each message says by default).")
    private @Nullable String cluster;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file. Keys: those in brackets here, bridge.name, batch.records, client.id,"
                    + " domain.pins, kafka.* for the Kafka clients, and those of Confluent's serializers. Any other key"
                    + " is an error.")
    private @Nullable Path file;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        BridgeConfig config = config();
        PrintWriter out = spec.commandLine().getOut();
        try (Bridge bridge = new Bridge(config, line -> {
            out.println(line);
            out.flush();
        })) {
            bridge.run();
        }
        return 0;
    }

    /** File, then properties, then options; the later one overrides. */
    BridgeConfig config() {
        try {
            Settings settings = new Settings();
            if (file != null) {
                settings.read(file);
            }
            properties.forEach((key, value) -> settings.put(key, value, "--property"));
            put(settings, BridgeConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers");
            put(settings, BridgeConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry");
            put(settings, BridgeConfig.TOPIC_PREFIX, prefix, "--prefix");
            put(settings, BridgeConfig.FORMAT, format, "--format");
            put(settings, BridgeConfig.DOMAIN, domain, "--domain");
            put(settings, BridgeConfig.CLUSTER, cluster, "--cluster");
            put(settings, BridgeConfig.SOURCES, sources.isEmpty() ? null : String.join(",", sources), "TOPIC");
            return new BridgeConfig(settings);
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void put(Settings settings, String key, @Nullable String value, String place) {
        if (value != null) {
            settings.put(key, value, place);
        }
    }
}
