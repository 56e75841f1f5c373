package io.fairway.dispatcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DispatcherConfigTest {
    @Test
    void defaults() {
        DispatcherConfig config = config(Map.of());

        assertThat(config.topics().name(Topic.PRIORITIES)).isEqualTo("fairway.priorities");
        assertThat(config.domain()).isNull();
        assertThat(config.policy()).isNull();
        assertThat(config.name()).isEqualTo("fairway-dispatch");
        assertThat(config.headRule()).isEqualTo(HeadRule.BLOCKS);
        assertThat(config.cycleMillis()).isEqualTo(500);
        assertThat(config.isDryRun()).isFalse();
        assertThat(config.partitions().pins()).isEmpty();
        assertThat(config.leadSessionMillis()).isEqualTo(6_000);
        assertThat(config.snapshotMillis()).isEqualTo(30_000);
    }

    @Test
    void everyKeyIsRead() {
        DispatcherConfig config = config(Map.ofEntries(
                Map.entry("topic.prefix", "site."),
                Map.entry("topics.clusters", "alps"),
                Map.entry("domain", "alps"),
                Map.entry("policy", "main"),
                Map.entry("dispatcher.name", "d1"),
                Map.entry("head", "passed-over"),
                Map.entry("cycle.ms", "20"),
                Map.entry("dry.run", "true"),
                Map.entry("lead.session.ms", "9000"),
                Map.entry("snapshot.interval.ms", "700"),
                Map.entry("bypassed.max", "5"),
                Map.entry("stale.after.ms", "7000"),
                Map.entry("domain.pins", "alps=3")));

        assertThat(config.topics().name(Topic.JOB_EVENTS, "alps")).isEqualTo("site.job-events.alps");
        assertThat(config.topics().name(Topic.PRIORITIES)).isEqualTo("site.priorities");
        assertThat(config.domain()).isEqualTo("alps");
        assertThat(config.policy()).isEqualTo("main");
        assertThat(config.name()).isEqualTo("d1");
        assertThat(config.headRule()).isEqualTo(HeadRule.IS_PASSED_OVER);
        assertThat(config.cycleMillis()).isEqualTo(20);
        assertThat(config.isDryRun()).isTrue();
        assertThat(config.leadSessionMillis()).isEqualTo(9_000);
        assertThat(config.snapshotMillis()).isEqualTo(700);
        assertThat(config.mostBypassed()).isEqualTo(5);
        assertThat(config.staleAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(config.partitions().pins()).isEqualTo(Map.of("alps", 3));
        assertThat(DispatcherConfig.definition().names())
                .containsExactlyInAnyOrder(
                        "bootstrap.servers",
                        "schema.registry.url",
                        "topic.prefix",
                        "topics.clusters",
                        "domain",
                        "policy",
                        "dispatcher.name",
                        "head",
                        "cycle.ms",
                        "dry.run",
                        "lead.session.ms",
                        "metrics.listen",
                        "snapshot.interval.ms",
                        "bypassed.max",
                        "stale.after.ms",
                        "domain.pins");
    }

    @Test
    void keysOfKafkaReachItsClients() {
        DispatcherConfig config = config(Map.of("kafka.security.protocol", "SSL", "domain.pins", "alps=3"));

        assertThat(config.consumer())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("bootstrap.servers", "b:1")
                .containsEntry("isolation.level", "read_committed");
        assertThat(config.producer())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("enable.idempotence", true)
                .containsEntry(DomainPartitioner.PINS_CONFIG, "alps=3");
    }

    @Test
    void settingsThatTheOrderDependsOnCannotBeOverridden() {
        DispatcherConfig config =
                config(Map.of("kafka.isolation.level", "read_uncommitted", "kafka.enable.idempotence", "false"));

        assertThat(config.consumer()).containsEntry("isolation.level", "read_committed");
        assertThat(config.producer()).containsEntry("enable.idempotence", true);
    }

    /** Dispatchers of a domain are one group, and write with one transactional id: that is what keeps them apart. */
    @Test
    void whatKeepsDispatchersApartCannotBeOverridden() {
        DispatcherConfig config = config(Map.of(
                "domain", "alps",
                "lead.session.ms", "9000",
                "kafka.group.id", "other",
                "kafka.group.protocol", "consumer",
                "kafka.transactional.id", "other",
                "kafka.session.timeout.ms", "1"));

        assertThat(config.group())
                .containsEntry("group.id", "fairway.dispatch.alps")
                .containsEntry("group.protocol", "classic")
                .containsEntry("session.timeout.ms", 9_000)
                .containsEntry("isolation.level", "read_uncommitted");
        assertThat(config.fencedProducer("alps")).containsEntry("transactional.id", "fairway.dispatch.alps");
        assertThat(config(Map.of()).groupId()).isEqualTo("fairway.dispatch");
        assertThat(config(Map.of()).fencedProducer("alps"))
                .as("also beside a dispatcher of all domains")
                .containsEntry("transactional.id", "fairway.dispatch.alps");
    }

    @ParameterizedTest
    @CsvSource({
        "polciy, main, polciy",
        "application.id, x, application.id",
        "head, first, head",
        "cycle.ms, 0, cycle.ms",
        "lead.session.ms, 999, lead.session.ms",
        "snapshot.interval.ms, 99, snapshot.interval.ms",
        "topic.prefix, a b, a b",
        "domain.pins, alps, alps"
    })
    void aBadSettingIsRefusedByName(String key, String value, String named) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOfAny(ConfigException.class, IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @Test
    void brokersAndRegistryMustBeNamed() {
        assertThatThrownBy(() -> new DispatcherConfig(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bootstrap.servers");
    }

    static DispatcherConfig config(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", "b:1");
        settings.put("schema.registry.url", "mock://dispatcher-config");
        return new DispatcherConfig(settings);
    }
}
