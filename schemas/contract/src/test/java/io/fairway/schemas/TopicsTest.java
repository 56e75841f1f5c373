package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {
    @Test
    void namesEveryTopicAndKnowsItByItsName() {
        Topics topics = Topics.withPrefix("site-a.");

        assertThat(topics.name(Topic.JOB_EVENTS)).isEqualTo("site-a.job-events");
        assertThat(Topics.standard().name(Topic.DEAD_LETTERS)).isEqualTo("fairway.dead-letters");
        for (Topic topic : Topic.values()) {
            assertThat(topics.of(topics.name(topic))).isEqualTo(topic);
        }
        assertThat(topics.of("fairway.job-events")).isNull();
        var suffixes = new HashSet<String>();
        assertThat(Topic.values()).allMatch(topic -> suffixes.add(topic.suffix()));
    }

    @Test
    void listsTheInputs() {
        assertThat(Topics.standard().inputs())
                .containsExactlyInAnyOrder(
                        Topic.JOB_EVENTS,
                        Topic.SAMPLES,
                        Topic.SHARES,
                        Topic.POLICIES,
                        Topic.HOSTS,
                        Topic.REMOTE_USAGE,
                        Topic.SOURCES,
                        Topic.ADJUSTMENTS,
                        Topic.CLOCK);
    }

    /** An application of an earlier version has no topic of sources. */
    @Test
    void anApplicationMayDoWithoutAnOptionalTopic() {
        Topics topics = Topics.standard().without(Set.of(Topic.SOURCES));

        assertThat(topics.inputs()).doesNotContain(Topic.SOURCES).contains(Topic.SHARES);
        assertThat(topics.inputNames()).doesNotContain("fairway.sources");
        assertThat(topics.missingInWords())
                .singleElement()
                .asString()
                .contains("fairway.sources is not read", "'fairway topics create'");
        assertThat(Topics.standard().missingInWords()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fair way.", "fairway/", "fäirway."})
    void refusesAPrefixThatKafkaWouldRefuse(String prefix) {
        assertThatThrownBy(() -> Topics.withPrefix(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + prefix + "\"");
    }

    @Test
    void refusesANameThatIsTooLong() {
        assertThat(Topics.withPrefix("x".repeat(249 - "dispatcher-jobs".length())))
                .isNotNull();
        assertThatThrownBy(() -> Topics.withPrefix("x".repeat(250 - "dispatcher-jobs".length())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("250 characters");
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void carriesTheAppendTimeAndOneCleanup(Topic topic) {
        var settings = topic.settings();

        assertThat(settings).containsEntry("message.timestamp.type", "LogAppendTime");
        if (topic.isCompacted()) {
            assertThat(settings).containsEntry("cleanup.policy", "compact").doesNotContainKey("retention.ms");
        } else {
            assertThat(settings).containsEntry("cleanup.policy", "delete").containsKey("retention.ms");
        }
        assertThat(topic.isEnvelope() ? byte[].class : SpecificRecord.class).isAssignableFrom(topic.valueClass());
    }

    /** The largest batch is bounded as the broker keeps it. */
    @Test
    void keepsWhatAnybodyMaySendUncompressed() {
        assertThat(Arrays.stream(Topic.values())
                        .filter(topic -> "uncompressed".equals(topic.settings().get("compression.type"))))
                .containsExactlyInAnyOrder(
                        Topic.JOB_EVENTS,
                        Topic.SAMPLES,
                        Topic.SHARES,
                        Topic.POLICIES,
                        Topic.HOSTS,
                        Topic.REMOTE_USAGE,
                        Topic.SOURCES,
                        Topic.ADJUSTMENTS,
                        Topic.CLOCK,
                        Topic.MISROUTED);
        assertThat(Arrays.stream(Topic.values())
                        .filter(topic -> "gzip".equals(topic.settings().get("compression.type"))))
                .as("read by clients of all kinds")
                .contains(Topic.USAGE, Topic.FAIRSHARE, Topic.RANKS, Topic.PRIORITIES, Topic.ORDERS, Topic.HEARTBEATS)
                .contains(Topic.DEAD_LETTERS, Topic.DISPATCHES, Topic.DISPATCHER_JOBS)
                .hasSize(9);
    }

    @Test
    void compactsTablesAndExpiresFacts() {
        assertThat(Arrays.stream(Topic.values()).filter(Topic::isCompacted))
                .containsExactlyInAnyOrder(
                        Topic.SHARES,
                        Topic.POLICIES,
                        Topic.HOSTS,
                        Topic.REMOTE_USAGE,
                        Topic.SOURCES,
                        Topic.USAGE,
                        Topic.FAIRSHARE,
                        Topic.RANKS,
                        Topic.PRIORITIES,
                        Topic.ORDERS,
                        Topic.HEARTBEATS,
                        Topic.DISPATCHER_JOBS);
    }

    @Test
    void givesEnvelopesRoomForTheirHeaders() {
        int input = Topic.JOB_EVENTS.maxMessageBytes();

        assertThat(input).isEqualTo(1_048_588);
        assertThat(Topic.DEAD_LETTERS.maxMessageBytes()).isEqualTo(input + 65_536);
        assertThat(Topic.MISROUTED.settings()).containsEntry("max.message.bytes", "1114124");
    }
}
