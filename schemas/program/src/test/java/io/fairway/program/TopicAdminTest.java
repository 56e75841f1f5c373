package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.program.ExistingTopics.Found;
import io.fairway.program.TopicAdmin.Action;
import io.fairway.program.TopicAdmin.Difference;
import io.fairway.program.TopicAdmin.Planned;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The comparison alone; integration tests run it against a broker. */
class TopicAdminTest {
    private static final short TWO_REPLICAS = 2;

    @ParameterizedTest
    @EnumSource(Topic.class)
    void makesMissingTopics(Topic topic) {
        assertThat(TopicAdmin.compare(topic, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, null))
                .isEqualTo(new Planned(topic, "t", Action.CREATE, List.of()));
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void leavesTopicsThatAreAsWanted(Topic topic) {
        var found = new Found(32, 2, broker(topic, Map.of()));

        assertThat(TopicAdmin.compare(topic, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, found))
                .isEqualTo(new Planned(topic, "t", Action.OK, List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "message.timestamp.type, LogAppendTime, CreateTime",
        "max.message.bytes, 1048588, 2000000",
        "max.message.bytes, 1048588, 1000",
        "cleanup.policy, delete, compact",
        "cleanup.policy, delete, 'compact,delete'",
        "retention.ms, 2592000000 or more, 2591999999"
    })
    void namesASettingThatContradicts(String setting, String wanted, String found) {
        var existing = new Found(32, 2, broker(Topic.SAMPLES, Map.of(setting, found)));

        assertThat(TopicAdmin.compare(Topic.SAMPLES, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, existing))
                .isEqualTo(new Planned(
                        Topic.SAMPLES, "t", Action.CONTRADICTS, List.of(new Difference(setting, wanted, found))));
    }

    @Test
    void namesPartitionsAndReplicasThatContradict() {
        var existing = new Found(8, 1, broker(Topic.SHARES, Map.of()));

        assertThat(TopicAdmin.compare(Topic.SHARES, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, existing)
                        .differences())
                .containsExactly(
                        new Difference("partitions", "32", "8"), new Difference("replication", "2 or more", "1"));
    }

    @Test
    void namesASettingThatTheBrokerDoesNotReport() {
        var existing = new Found(32, 2, Map.of());

        assertThat(TopicAdmin.compare(Topic.SHARES, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, existing)
                        .differences())
                .extracting(Difference::toString)
                .contains("message.timestamp.type is not reported and must be LogAppendTime");
    }

    /** The application warns of it; topics of before that rule stay as they are. */
    @Test
    void letsASiteCompress() {
        for (String compression : List.of("producer", "zstd")) {
            var existing = new Found(32, 2, broker(Topic.SAMPLES, Map.of("compression.type", compression)));
            assertThat(TopicAdmin.compare(Topic.SAMPLES, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, existing)
                            .action())
                    .isEqualTo(Action.OK);
        }
    }

    @Test
    void letsASiteKeepAndReplicateMore() {
        var existing = new Found(32, 3, broker(Topic.SAMPLES, Map.of("retention.ms", "-1")));
        assertThat(TopicAdmin.compare(Topic.SAMPLES, "t", 32, TWO_REPLICAS, LeftOut.NOTHING, existing)
                        .action())
                .isEqualTo(Action.OK);

        existing = new Found(32, 1, broker(Topic.SAMPLES, Map.of("retention.ms", "2592000001")));
        assertThat(TopicAdmin.compare(Topic.SAMPLES, "t", 32, TopicAdmin.BROKER_DEFAULT, LeftOut.NOTHING, existing)
                        .action())
                .isEqualTo(Action.OK);
    }

    @Test
    void acceptsInputsWithEqualPartitions() {
        assertThatCode(() -> TopicAdmin.requireSamePartitions(Map.of("a", 32, "b", 32), List.of("a", "b")))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesInputsWithDifferentPartitions() {
        assertThatThrownBy(() -> TopicAdmin.requireSamePartitions(Map.of("a", 32, "b", 8), List.of("a", "b")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("{a=32, b=8}");
        assertThatThrownBy(() -> TopicAdmin.requireSamePartitions(Map.of("b", 8), List.of("c", "b", "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("input topics do not exist: a, c");
    }

    // A broker reports every setting, defaults included.
    private static Map<String, String> broker(Topic topic, Map<String, String> otherwise) {
        var settings = new HashMap<>(topic.settings());
        settings.putIfAbsent("retention.ms", "604800000");
        settings.put("segment.bytes", "1073741824");
        settings.putAll(otherwise);
        return settings;
    }
}
