package io.fairway.program;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options of every command with a {@link ProgramConfig}: brokers, registry, prefix, a file, and single settings. A
 * command names the keys that have no option in its description.
 */
public final class ProgramOptions {
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

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Prefix of Fairway's topics (topic.prefix; fairway. by default).")
    private @Nullable String prefix;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file. Keys: those named here, kafka.* for the Kafka clients, and those of"
                    + " Confluent's serializers. Any other key is an error.")
    private @Nullable Path file;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /**
     * The configuration of a command: its defaults, then the file, then single settings, then options. The later one
     * overrides.
     *
     * @param spec the command
     * @param defaults settings that everything else overrides, by key
     * @param own adds the command's own options to the settings
     * @param program makes the configuration
     * @throws ParameterException if the file or a setting is refused; names place, key, value and rule
     */
    public <C> C config(
            CommandSpec spec,
            Map<String, String> defaults,
            UnaryOperator<Settings> own,
            Function<Settings, C> program) {
        try {
            Settings settings = new Settings();
            defaults.forEach((key, value) -> settings.put(key, value, "the default"));
            if (file != null) {
                settings.read(file);
            }
            properties.forEach((key, value) -> settings.put(key, value, "--property"));
            settings.putIfGiven(ProgramConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers")
                    .putIfGiven(ProgramConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry")
                    .putIfGiven(ProgramConfig.TOPIC_PREFIX, prefix, "--prefix");
            return program.apply(own.apply(settings));
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
