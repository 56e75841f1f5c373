package io.fairway.agent;

import io.fairway.schemas.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that make a configuration. */
final class AgentOptions {
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
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file; docs/agent.md lists the keys. An unknown key is an error.")
    private @Nullable Path file;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** File, then properties, then options; the later one overrides. */
    AgentConfig config() {
        try {
            return new AgentConfig(settings());
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** The same, for a command that talks to no broker. */
    AgentConfig configWithoutBroker() {
        try {
            Settings settings = settings();
            for (String key :
                    new String[] {AgentConfig.BOOTSTRAP_SERVERS, AgentConfig.SCHEMA_REGISTRY_URL, AgentConfig.CLUSTER
                    }) {
                if (!settings.values().containsKey(key)) {
                    settings.put(key, "none", "the default");
                }
            }
            return new AgentConfig(settings);
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Settings settings() {
        Settings settings = new Settings();
        if (file != null) {
            settings.read(file);
        }
        properties.forEach((key, value) -> settings.put(key, value, "--property"));
        if (servers != null) {
            settings.put(AgentConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers");
        }
        if (registry != null) {
            settings.put(AgentConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry");
        }
        return settings;
    }
}
