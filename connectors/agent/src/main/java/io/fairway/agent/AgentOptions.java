package io.fairway.agent;

import io.fairway.program.ProgramOptions;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The options that make a configuration. */
final class AgentOptions {
    @Mixin
    private final ProgramOptions options = new ProgramOptions();

    /** The configuration of the agent. */
    AgentConfig config(CommandSpec spec) {
        return options.config(spec, Map.of(), UnaryOperator.identity(), AgentConfig::new);
    }

    /** The same, for a command that talks to no broker. */
    AgentConfig configWithoutBroker(CommandSpec spec) {
        return options.config(
                spec,
                Map.of(
                        AgentConfig.BOOTSTRAP_SERVERS, "none",
                        AgentConfig.SCHEMA_REGISTRY_URL, "none",
                        AgentConfig.CLUSTER, "none"),
                UnaryOperator.identity(),
                AgentConfig::new);
    }
}
