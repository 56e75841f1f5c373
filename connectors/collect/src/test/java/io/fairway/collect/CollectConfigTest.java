package io.fairway.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.program.Settings;
import io.fairway.schemas.DomainPartitioner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class CollectConfigTest {
    private static CollectConfig config(Map<String, String> more) {
        Map<String, String> settings =
                new HashMap<>(Map.of("bootstrap.servers", "b:1", "schema.registry.url", "mock://m"));
        settings.putAll(more);
        return new CollectConfig(Settings.of(settings));
    }

    @Test
    void everyClientHasTheBrokersTheNameAndTheSettingsForKafka() {
        CollectConfig config = config(Map.of("client.id", "mine", "kafka.request.timeout.ms", "77"));

        for (Map<String, Object> settings : List.of(config.clients(), config.producer(), config.consumer())) {
            assertThat(settings)
                    .containsEntry("bootstrap.servers", "b:1")
                    .containsEntry("client.id", "mine")
                    .containsEntry("request.timeout.ms", "77");
        }
    }

    @Test
    void whatKeepsFactsFromBeingLostDoubledOrMisplacedCannotBeOverridden() {
        CollectConfig config = config(Map.of(
                "domain.pins", "alps=3",
                "kafka.acks", "0",
                "kafka.enable.idempotence", "false",
                "kafka.partitioner.class", "org.example.Mine",
                "kafka.bootstrap.servers", "elsewhere:1",
                "kafka.isolation.level", "read_uncommitted",
                "kafka.allow.auto.create.topics", "true",
                "kafka.linger.ms", "5"));

        assertThat(config.producer())
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("partitioner.class", DomainPartitioner.class.getName())
                .containsEntry(DomainPartitioner.PINS_CONFIG, "alps=3")
                .containsEntry("bootstrap.servers", "b:1")
                .containsEntry("linger.ms", "5");
        assertThat(config.consumer())
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("allow.auto.create.topics", false);
    }

    @Test
    void aBadSettingIsNamedWithItsRule() {
        assertThatThrownBy(() -> config(Map.of("client.id", "", "domain.pins", "alps", "clientid", "x")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Invalid value  for configuration client.id")
                .hasMessageContaining("Invalid value alps for configuration domain.pins")
                .hasMessageContaining("unknown key clientid (with value x)");
    }
}
