package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.program.BrokerReach;
import io.fairway.program.RegistryReach;
import io.fairway.program.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The configuration: a file, and single settings that override it. */
final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file; docs/configuration.md lists the keys.")
    private @Nullable Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /**
     * The settings of the file, overridden by the single ones.
     *
     * @throws ParameterException naming place, key, value and rule
     */
    FairwayConfig read() {
        try {
            Settings all = new Settings();
            if (file != null) {
                all.read(file);
            }
            settings.forEach((key, value) -> all.put(key, value, "--set"));
            return new FairwayConfig(all);
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * As {@link #read}, for a command that ends: says which brokers, or which registry, do not answer within 5 s.
     *
     * @throws ParameterException naming place, key, value and rule
     */
    FairwayConfig reach() {
        FairwayConfig config = read();
        PrintWriter err = spec.commandLine().getErr();
        BrokerReach.tell(config.admin(), err);
        RegistryReach.tell(config.getString(FairwayConfig.SCHEMA_REGISTRY_URL), err);
        return config;
    }
}
