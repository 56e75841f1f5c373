package io.fairway.app.cli;

import io.fairway.policies.yaml.YamlText;
import io.fairway.scenario.Misuse;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway topics}: lists, checks and creates the topics, and prints who needs which ACLs on them. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = "List, check and create the topics; print the ACLs that each role needs.",
        subcommands = {CreateTopicsCommand.class, AclCommand.class})
public final class TopicsCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Print every topic with its cleanup policy and key, or as resources for Strimzi. Needs no broker.")
    int list(
            @Option(
                            names = "--clusters",
                            paramLabel = "NAMES",
                            defaultValue = "",
                            description = "Clusters with topics of their own, separated by commas (topics.clusters)."
                                    + " Default: none.")
                    String clusters,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            defaultValue = "table",
                            description =
                                    "table, or strimzi (resources of the kind KafkaTopic). Default: ${DEFAULT-VALUE}.")
                    String format,
            @Option(
                            names = "--prefix",
                            paramLabel = "TEXT",
                            defaultValue = Topics.STANDARD_PREFIX,
                            description = "Prefix of the topics (${DEFAULT-VALUE}).")
                    String prefix,
            @Option(
                            names = "--partitions",
                            paramLabel = "N",
                            defaultValue = "32",
                            description =
                                    "For strimzi: partitions; they cannot change later. Default: ${DEFAULT-VALUE}.")
                    int partitions,
            @Option(
                            names = "--replication",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "For strimzi: replicas. Default: ${DEFAULT-VALUE}.")
                    int replication,
            @Option(
                            names = "--strimzi-cluster",
                            paramLabel = "NAME",
                            defaultValue = "my-cluster",
                            description = "Name of the resource of the kind Kafka. Default: ${DEFAULT-VALUE}.")
                    String cluster)
            throws IOException {
        Topics topics = Misuse.orUsage(spec, () -> Topics.of(prefix, NamedClusters.parse(clusters)));
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case "table" -> {
                for (Topic topic : Topic.values()) {
                    for (String name : topics.names(topic)) {
                        out.printf("%-24s %-8s %s%n", name, topic.isCompacted() ? "compact" : "delete", topic.keyDoc());
                    }
                }
            }
            case "strimzi" -> {
                var resources =
                        Misuse.orUsage(spec, () -> new StrimziTopics(cluster, partitions, replication).all(topics));
                for (Map<String, Object> resource : resources) {
                    out.println("---");
                    out.print(YamlText.text(resource));
                }
            }
            default ->
                throw new ParameterException(
                        spec.commandLine(), "--format \"" + format + "\": must be table or strimzi");
        }
        out.flush();
        return 0;
    }
}
