package io.fairway.dispatcher.cli;

import io.fairway.dispatcher.DispatcherConfig;
import io.fairway.schemas.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that every dispatcher has, and the configuration that they make. */
final class DispatchSettings {
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

    @Option(names = "--prefix", description = "Prefix of the topics (topic.prefix; fairway. by default).")
    private @Nullable String prefix;

    @Option(names = "--domain", description = "Only this domain (domain; all by default).")
    private @Nullable String domain;

    @Option(names = "--policy", description = "Follow this policy (policy; each domain's active one by default).")
    private @Nullable String policy;

    @Option(
            names = "--head",
            paramLabel = "RULE",
            description = "If the first job does not fit: blocks (its cluster; by default), or passed-over (head).")
    private @Nullable String head;

    @Option(
            names = "--dry-run",
            negatable = true,
            description =
                    "Print what would be done, and do nothing (dry.run). This is the default; --no-dry-run does it.")
    private @Nullable Boolean dryRun;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description =
                    "Properties file. Keys: those in brackets here, dispatcher.name, domain.pins, cycle.ms,"
                            + " lead.session.ms, snapshot.interval.ms, kafka.* for the Kafka clients, and those of Confluent's serializers. Any other key is an error.")
    private @Nullable Path file;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /**
     * File, then properties, then options; the later one overrides.
     *
     * @param defaults settings that the file may override, by key
     */
    DispatcherConfig config(CommandSpec spec, Map<String, String> defaults) {
        try {
            Settings settings = new Settings();
            defaults.forEach((key, value) -> settings.put(key, value, "the default"));
            if (file != null) {
                settings.read(file);
            }
            properties.forEach((key, value) -> settings.put(key, value, "--property"));
            put(settings, DispatcherConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers");
            put(settings, DispatcherConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry");
            put(settings, DispatcherConfig.TOPIC_PREFIX, prefix, "--prefix");
            put(settings, DispatcherConfig.DOMAIN, domain, "--domain");
            put(settings, DispatcherConfig.POLICY, policy, "--policy");
            put(settings, DispatcherConfig.HEAD, head, "--head");
            put(settings, DispatcherConfig.DRY_RUN, dryRun == null ? null : dryRun.toString(), "--dry-run");
            return new DispatcherConfig(settings);
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
