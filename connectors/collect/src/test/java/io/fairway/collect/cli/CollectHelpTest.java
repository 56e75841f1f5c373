package io.fairway.collect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.collect.CollectConfig;
import io.fairway.collect.backfill.BackfillCommand;
import io.fairway.collect.bridge.BridgeConfig;
import io.fairway.collect.bridge.CollectTopicCommand;
import io.fairway.collect.hosts.CollectHostsCommand;
import io.fairway.collect.hosts.HostCollectConfig;
import io.fairway.collect.slurm.CollectSlurmCommand;
import io.fairway.collect.slurm.SlurmCollectConfig;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CollectHelpTest {
    static List<Arguments> commands() {
        return List.of(
                Arguments.of(new BackfillCommand(), CollectConfig.definition()),
                Arguments.of(new CollectHostsCommand(), HostCollectConfig.definition()),
                Arguments.of(new CollectTopicCommand(), BridgeConfig.definition()),
                Arguments.of(new CollectSlurmCommand(), SlurmCollectConfig.definition()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theHelpNamesEveryKey(Object command, ConfigDef definition) {
        // Lines break after the dots of keys, too.
        String help = new CommandLine(command)
                .getUsageMessage(CommandLine.Help.Ansi.OFF)
                .replaceAll("\\s+", "");

        assertThat(definition.names()).allSatisfy(key -> assertThat(help).contains(key));
    }
}
