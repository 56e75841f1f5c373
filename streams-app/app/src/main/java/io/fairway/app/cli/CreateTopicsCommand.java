package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.program.BrokerReach;
import io.fairway.program.LeftOut;
import io.fairway.program.Settings;
import io.fairway.program.TopicAdmin;
import io.fairway.scenario.Misuse;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway topics create}: makes the topics that are missing, if none that is there contradicts. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = "Create missing topics. Creates none if an existing topic has conflicting settings.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all topics are correct",
            "1:a topic has conflicting settings; nothing was created",
            "2:wrong command line"
        })
final class CreateTopicsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = "Brokers to connect to first.")
    private @Nullable String servers;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Prefix of the topics. Default: " + Topics.STANDARD_PREFIX + ".")
    private @Nullable String prefix;

    @Option(
            names = "--clusters",
            paramLabel = "NAMES",
            description = "Clusters with topics of their own, separated by commas (topics.clusters). Default: none.")
    private @Nullable String clusters;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "32",
            description = "Partitions; they cannot change later. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Replicas; -1 = default of the brokers. Default: ${DEFAULT-VALUE}.")
    private short replication;

    @Option(
            names = "--leave-out",
            paramLabel = "KEYS",
            description = "Settings that the provider of the brokers lets nobody set, separated by commas:"
                    + " compression.type, max.message.bytes. Default: none.")
    private @Nullable String leaveOut;

    @Option(names = "--dry-run", description = "Only print what it would create.")
    private boolean dryRun;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "Setting of the admin client. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--properties",
            paramLabel = "FILE",
            description =
                    "Properties file with such settings, for passwords: others see a command line. -p overrides it.")
    private @Nullable Path file;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration of serve instead: brokers, prefix, clusters, and kafka.* of the client.")
    private @Nullable Path config;

    /** Which topics, and how to reach the brokers. */
    private record Target(Map<String, Object> admin, Topics topics) {}

    @Override
    public Integer call() {
        Target target = config == null ? ofOptions() : ofConfig(config);
        requirePositive();
        LeftOut leftOut = leaveOut == null ? LeftOut.NOTHING : leftOut(leaveOut);
        BrokerReach.tell(target.admin(), spec.commandLine().getErr());
        try (Admin admin = Admin.create(target.admin())) {
            List<TopicAdmin.Planned> plan = TopicAdmin.plan(admin, target.topics(), partitions, replication, leftOut);
            PrintWriter out = spec.commandLine().getOut();
            boolean contradicts = false;
            for (TopicAdmin.Planned planned : plan) {
                out.printf("%-12s %s%n", planned.action(), planned.name());
                planned.differences().forEach(difference -> out.printf("             %s%n", difference));
                contradicts |= planned.action() == TopicAdmin.Action.CONTRADICTS;
            }
            leftOut.consequences().forEach(out::println);
            out.flush();
            if (contradicts) {
                return 1;
            }
            if (!dryRun) {
                make(admin, target.topics(), leftOut);
            }
            return 0;
        }
    }

    private void make(Admin admin, Topics topics, LeftOut leftOut) {
        try {
            TopicAdmin.apply(admin, topics, partitions, replication, leftOut);
        } catch (PolicyViolationException | InvalidConfigurationException refused) {
            throw new IllegalStateException(
                    "the brokers refuse a topic with these settings: " + refused.getMessage()
                            + "; --leave-out leaves out what the provider of the brokers lets nobody set",
                    refused);
        }
    }

    private LeftOut leftOut(String names) {
        try {
            return LeftOut.parse(names);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--leave-out: " + e.getMessage(), e);
        }
    }

    private void requirePositive() {
        try {
            TopicAdmin.requirePositive(partitions, replication);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Target ofOptions() {
        if (servers == null) {
            throw misuse("name the brokers by --bootstrap-servers, or the configuration of serve by --config");
        }
        Map<String, Object> admin = new HashMap<>();
        if (file != null) {
            admin.putAll(new Settings().read(file).ofClient());
        }
        admin.putAll(Settings.of(properties).ofClient());
        admin.put("bootstrap.servers", servers);
        String begin = prefix == null ? Topics.STANDARD_PREFIX : prefix;
        String named = clusters == null ? "" : clusters;
        return new Target(admin, Misuse.orUsage(spec, () -> Topics.of(begin, NamedClusters.parse(named))));
    }

    private Target ofConfig(Path path) {
        if (servers != null || prefix != null || clusters != null || file != null || !properties.isEmpty()) {
            throw misuse("--config " + path + " has brokers, prefix, clusters and settings of the client:"
                    + " leave out --bootstrap-servers, --prefix, --clusters, --property and --properties");
        }
        FairwayConfig settings = new FairwayConfig(new Settings().read(path));
        return new Target(settings.admin(), settings.topics());
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
