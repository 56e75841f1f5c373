package io.fairway.collect.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.program.Settings;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BridgeConfigTest {
    private static final Map<String, String> LEAST =
            Map.of("bootstrap.servers", "b:1", "schema.registry.url", "mock://m", "sources", "alps,alps-job-start");

    private static BridgeConfig config(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(LEAST);
        settings.putAll(more);
        return new BridgeConfig(Settings.of(settings));
    }

    @Test
    void theDefaultsTakeLiveMessagesOfSlurmAsTheyAre() {
        BridgeConfig config = config(Map.of());

        assertThat(config.format()).isEqualTo(TraceFormat.JOBCOMP_KAFKA);
        assertThat(config.sources()).containsExactly("alps", "alps-job-start");
        assertThat(config.options()).isEqualTo(TraceOptions.ofRecords().withScope(TraceOptions.Scope.LIVE));
        assertThat(config.reading()).containsEntry("group.id", "fairway-bridge").containsEntry("max.poll.records", 500);
        assertThat(config.writing()).containsEntry("transactional.id", "fairway-bridge");
    }

    @Test
    void jobsWithoutAnAccountHaveTheDefaultOne() {
        assertThat(config(Map.of()).options().defaultAccount()).isNull();
        assertThat(config(Map.of("default.account", "physics")).options().defaultAccount())
                .isEqualTo("physics");
    }

    @Test
    void domainClusterAndNameAreTaken() {
        BridgeConfig config = config(Map.of(
                "domain", "d", "cluster", "c", "bridge.name", "second", "format", "sonar", "batch.records", "7"));

        assertThat(config.options())
                .isEqualTo(TraceOptions.ofCluster("c").withDomain("d").withScope(TraceOptions.Scope.LIVE));
        assertThat(config.format()).isEqualTo(TraceFormat.SONAR);
        assertThat(config.reading()).containsEntry("group.id", "second").containsEntry("max.poll.records", 7);
        assertThat(config.writing()).containsEntry("transactional.id", "second");
    }

    /** What the promise of once each rests on: no setting of the Kafka clients may undo it. */
    @Test
    void whatCountingOnceRestsOnCannotBeOverridden() {
        BridgeConfig config = config(Map.of(
                "kafka.enable.idempotence", "false",
                "kafka.acks", "1",
                "kafka.transactional.id", "mine",
                "kafka.group.id", "mine",
                "kafka.isolation.level", "read_uncommitted",
                "kafka.enable.auto.commit", "true",
                "kafka.auto.offset.reset", "latest",
                "kafka.linger.ms", "77"));

        assertThat(config.writing())
                .containsEntry("enable.idempotence", true)
                .containsEntry("acks", "all")
                .containsEntry("transactional.id", "fairway-bridge")
                .containsEntry("linger.ms", "77");
        assertThat(config.reading())
                .containsEntry("group.id", "fairway-bridge")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "format| sacct| Invalid value sacct for configuration format",
                "bridge.name| ''| Invalid value  for configuration bridge.name",
                "batch.records| 0| Invalid value 0 for configuration batch.records",
                "batch.records| many| Invalid value many for configuration batch.records",
                "topic.prefix| a b| Invalid value a b for configuration topic.prefix",
                "batch.record| 5| unknown key batch.record (with value 5); did you mean batch.records?"
            })
    void aBadSettingIsNamedWithItsRule(String key, String value, String message) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void optionsBecomeSettingsAndTopicsAreSources() {
        CollectTopicCommand command = new CollectTopicCommand();
        var unused = new CommandLine(command)
                .parseArgs(
                        "a",
                        "b",
                        "-b",
                        "b:1",
                        "-r",
                        "mock://m",
                        "--format",
                        "sonar",
                        "--domain",
                        "d",
                        "--cluster",
                        "c");

        BridgeConfig config = command.config();

        assertThat(config.sources()).containsExactly("a", "b");
        assertThat(config.format()).isEqualTo(TraceFormat.SONAR);
        assertThat(config.options().domain()).isEqualTo("d");
        assertThat(config.options().cluster()).isEqualTo("c");
    }

    @Test
    void withoutTopicsTheMessageNamesTheKey() {
        CollectTopicCommand command = new CollectTopicCommand();
        var unused = new CommandLine(command).parseArgs("-b", "b:1", "-r", "mock://m");

        assertThatThrownBy(command::config)
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("sources");
    }
}
