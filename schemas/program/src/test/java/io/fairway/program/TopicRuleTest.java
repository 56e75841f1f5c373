package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.program.UsedTopic.Use;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TopicRuleTest {
    private static final TopicRule.Needs NEEDS = new TopicRule.Needs(32, Duration.ofDays(7));

    private static final List<UsedTopic> USED = Stream.concat(
                    UsedTopic.of(Topics.standard()).stream(),
                    Stream.of(
                            new UsedTopic("fairway-lines-changelog", Use.STATE, null, null),
                            new UsedTopic("fairway-usage-hours-changelog", Use.WINDOWS, null, Duration.ofDays(35))))
            .toList();

    /** What {@code fairway topics create} makes on a sound cluster, and what Kafka Streams makes. */
    @Test
    void findNothingInTopicsAsTheyAreMade() {
        assertThat(USED)
                .allSatisfy(topic -> assertThat(breaches(topic, Map.of())).isEmpty());
        assertThat(USED.stream().map(UsedTopic::use).collect(Collectors.toSet()))
                .containsOnly(Use.values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fairway.job-events; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.samples; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.adjustments; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.shares; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.policies; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.clock; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.misrouted; message.timestamp.type; CreateTime; must be LogAppendTime",
                "fairway.usage; message.timestamp.type; CreateTime; should be LogAppendTime",
                "fairway.dead-letters; message.timestamp.type; CreateTime; should be LogAppendTime",
                "fairway-lines-changelog; message.timestamp.type; CreateTime; should be LogAppendTime",
                "fairway.job-events; cleanup.policy; compact; must be delete",
                "fairway.job-events; cleanup.policy; compact,delete; must be delete",
                "fairway.misrouted; cleanup.policy; compact; must be delete",
                "fairway.dead-letters; cleanup.policy; compact; must be delete",
                "fairway.shares; cleanup.policy; delete; must be compact",
                "fairway.usage; cleanup.policy; compact,delete; must be compact",
                "fairway-lines-changelog; cleanup.policy; delete; must be compact",
                "fairway-usage-hours-changelog; cleanup.policy; delete; must be compact,delete",
                "fairway.job-events; retention.ms; 604799999; must be 604800000 or more",
                "fairway.samples; retention.ms; 604800000; should be 2592000000 or more",
                "fairway-usage-hours-changelog; retention.ms; 1; should be 3024000000 or more",
                "fairway.job-events; retention.bytes; 1000; should be -1",
                "fairway.misrouted; retention.bytes; 1000; should be -1",
                "fairway.dead-letters; max.message.bytes; 1048588; should be 1114124 or more",
                "fairway.job-events; compression.type; producer; should be uncompressed",
                "fairway.clock; compression.type; zstd; should be uncompressed",
                "fairway.shares; compression.type; gzip; should be uncompressed",
                "fairway.misrouted; compression.type; producer; should be uncompressed",
                "fairway.usage; compression.type; producer; should be gzip",
                "fairway.dead-letters; compression.type; lz4; should be gzip",
                "fairway.job-events; min.insync.replicas; 1; should be 2 or more",
                "fairway-lines-changelog; min.insync.replicas; 1; should be 2 or more",
                "fairway.usage; unclean.leader.election.enable; true; should be false",
            })
    void nameTopicSettingAndBothValues(String name, String setting, String found, String must) {
        UsedTopic topic = USED.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThat(breaches(topic, Map.of(setting, found)))
                .extracting(TopicRule.Breach::toString)
                .anySatisfy(text ->
                        assertThat(text).startsWith(name + ": " + setting + " is " + found + " and " + must + ": "));
        assertThat(breaches(topic, Map.of(setting, found)))
                .extracting(breach -> breach.rule().setting())
                .containsOnly(setting);
    }

    @ParameterizedTest
    @EnumSource(
            value = Use.class,
            names = {"RELAY", "DEAD_LETTERS"},
            mode = EnumSource.Mode.EXCLUDE)
    void namePartitions(Use use) {
        UsedTopic topic =
                USED.stream().filter(each -> each.use() == use).findFirst().orElseThrow();

        assertThat(TopicRule.PARTITIONS.breach(topic, NEEDS, new ExistingTopics.Found(33, 3, Map.of())))
                .hasToString(topic.name()
                        + ": partitions is 33 and must be 32: a domain must have the same partition on all topics");
    }

    /** Everything that a site may choose. */
    @Test
    void leaveASiteItsChoice() {
        for (UsedTopic topic : USED) {
            assertThat(breaches(topic, Map.of("retention.ms", "-1"))).isEmpty();
            assertThat(breaches(topic, Map.of("min.insync.replicas", "3"))).isEmpty();
            assertThat(breaches(topic, Map.of("max.message.bytes", "9000000"))).isEmpty();
        }
    }

    /** A broker that hides a setting leaves nobody sure. */
    @Test
    void nameSettingsThatTheBrokerDoesNotReport() {
        ExistingTopics.Found silent = new ExistingTopics.Found(32, 3, Map.of());

        assertThat(TopicRule.APPEND_TIME.breach(USED.get(0), NEEDS, silent))
                .asString()
                .contains("message.timestamp.type is not reported and must be LogAppendTime");
    }

    private static List<TopicRule.Breach> breaches(UsedTopic topic, Map<String, String> changed) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "message.timestamp.type", "LogAppendTime",
                "compression.type", "producer",
                "min.insync.replicas", "2",
                "unclean.leader.election.enable", "false",
                "retention.bytes", "-1",
                "retention.ms", Long.toString(Duration.ofDays(36).toMillis()),
                "cleanup.policy", topic.use() == Use.WINDOWS ? "compact,delete" : "compact",
                "max.message.bytes", "1048588"));
        Topic own = topic.topic();
        if (own != null) {
            settings.putAll(own.settings());
        }
        settings.putAll(changed);
        List<TopicRule.Breach> breaches = new ArrayList<>();
        for (TopicRule rule : TopicRule.values()) {
            TopicRule.Breach breach = rule.breach(topic, NEEDS, new ExistingTopics.Found(32, 3, settings));
            if (breach != null) {
                breaches.add(breach);
            }
        }
        return breaches;
    }

    /** No rule is for nothing. */
    @Test
    void areForSomeTopic() {
        Set<Use> all = Set.of(Use.values());
        for (TopicRule rule : TopicRule.values()) {
            assertThat(rule.uses()).as(rule.name()).isNotEmpty().isSubsetOf(all);
        }
    }
}
