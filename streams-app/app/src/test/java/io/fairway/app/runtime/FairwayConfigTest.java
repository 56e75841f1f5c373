package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FairwayConfigTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");

    private static Map<String, String> minimal() {
        return new HashMap<>(Map.of("bootstrap.servers", "b:9092", "schema.registry.url", "mock://config"));
    }

    @Test
    void refusesAnUnknownKeyByItsName() {
        Map<String, String> settings = minimal();
        settings.put("evaluation.interval", "5");
        assertThatThrownBy(() -> new FairwayConfig(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("evaluation.interval")
                .hasMessageContaining("unknown key");
    }

    @Test
    void settingsThatMakeUsageAreEqualHoweverTheyAreWritten() {
        Map<String, String> one = minimal();
        one.put("domain.pins", "alps=3,eiger=7");
        one.put("topics.clusters", "jura, alps=2026-12-01T00:00:00Z");
        Map<String, String> other = minimal();
        other.put("domain.pins", " eiger=7 , alps=3");
        other.put("topics.clusters", "alps=2026-12-01T00:00:00.000Z,jura");
        other.put("evaluation.interval.ms", "500");

        assertThat(new FairwayConfig(one).usageSettings()).isEqualTo(new FairwayConfig(other).usageSettings());
        assertThat(new FairwayConfig(one).usageSettings().values())
                .containsOnlyKeys(
                        "mode",
                        "ledger.horizon.ms",
                        "time.skew.ms",
                        "processing.guarantee",
                        "domain.pins",
                        "topics.clusters");
    }

    @ParameterizedTest
    @CsvSource({
        "ledger.horizon.ms, 60000",
        "time.skew.ms, 1",
        "mode, replay",
        "processing.guarantee, at_least_once",
        "domain.pins, alps=1",
        "topics.clusters, alps"
    })
    void eachSettingThatMakesUsageDiffers(String key, String value) {
        Map<String, String> settings = minimal();
        settings.put(key, value);

        assertThat(new FairwayConfig(settings)
                        .usageSettings()
                        .differences(
                                new FairwayConfig(minimal()).usageSettings().values()))
                .singleElement()
                .asString()
                .startsWith(key + " is ");
    }

    /** Messages go to logs and terminals. */
    @Test
    void doesNotShowTheValueOfAnUnknownKeyThatMayBeASecret() {
        for (String key : new String[] {
            "sasl.jaas.config",
            "ssl.key.password",
            "http.peer.secrets",
            "oauth.client.secret",
            "my.token",
            "ssl.keystore.key"
        }) {
            Map<String, String> settings = minimal();
            settings.put(key, "hunter2");
            assertThatThrownBy(() -> new FairwayConfig(settings))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("unknown key " + key)
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void clientsReadFilesOfTlsAgainUnlessToldOtherwise() {
        assertThat(new FairwayConfig(minimal()).streams()).doesNotContainKey("ssl.engine.factory.class");
        Map<String, String> settings = minimal();
        settings.put("kafka.security.protocol", "sasl_ssl");
        assertThat(new FairwayConfig(settings).streams())
                .containsEntry("ssl.engine.factory.class", "io.fairway.program.ReloadingSslEngineFactory");
        settings.put("kafka.ssl.engine.factory.class", "org.example.Own");
        assertThat(new FairwayConfig(settings).admin()).containsEntry("ssl.engine.factory.class", "org.example.Own");
    }

    /** A member that was killed would come back to an UnreleasedInstanceIdException, which ends it. */
    @Test
    void refusesTheProtocolOfStreamsGroupsForAnInstanceWithAnId() {
        Map<String, String> settings = minimal();
        settings.put("kafka.group.protocol", "Streams");
        assertThat(new FairwayConfig(settings).streams()).containsEntry("group.protocol", "Streams");
        settings.put("instance.id", "a");
        assertThatThrownBy(() -> new FairwayConfig(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Streams for configuration kafka.group.protocol")
                .hasMessageContaining("instance.id=a")
                .hasMessageContaining("a restart after a kill would be fatal");
    }

    @Test
    void rocksDbHasTheMemoryThatIsSaidOrAShareOfTheMachines() {
        Map<String, String> settings = minimal();
        // docs/configuration.md: from 64 MiB to 1 GiB where nobody says it.
        assertThat(new FairwayConfig(settings).rocksDbMemory()).isBetween(64L << 20, 1L << 30);
        settings.put("rocksdb.memory.bytes", "16777216");
        assertThat(new FairwayConfig(settings).rocksDbMemory()).isEqualTo(16_777_216);
        settings.put("rocksdb.memory.bytes", "16777215");
        assertThatThrownBy(() -> new FairwayConfig(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "16777215 for configuration rocksdb.memory.bytes: must be 0, or 16777216 or more");
    }

    @Test
    void refusesMemoryForAClassThatDecidesItself() {
        Map<String, String> settings = minimal();
        settings.put("kafka.rocksdb.config.setter", "site.Setter");
        assertThat(new FairwayConfig(settings).streams()).containsEntry("rocksdb.config.setter", "site.Setter");
        settings.put("rocksdb.memory.bytes", "33554432");
        assertThatThrownBy(() -> new FairwayConfig(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("33554432 for configuration rocksdb.memory.bytes")
                .hasMessageContaining("kafka.rocksdb.config.setter");
    }

    @Test
    void refusesAMissingBroker() {
        assertThatThrownBy(() -> new FairwayConfig(Map.of("schema.registry.url", "mock://config")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bootstrap.servers");
    }

    @Test
    void passesKeysOfKafkaAndOfTheSerializersOn() {
        Map<String, String> settings = minimal();
        settings.put("kafka.security.protocol", "SSL");
        settings.put("kafka.consumer.session.timeout.ms", "6000");
        settings.put("basic.auth.credentials.source", "USER_INFO");
        settings.put("auto.register.schemas", "false");
        FairwayConfig config = new FairwayConfig(settings);
        assertThat(config.streams())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("consumer.session.timeout.ms", "6000");
        assertThat(config.admin())
                .containsEntry("security.protocol", "SSL")
                .doesNotContainKey("consumer.session.timeout.ms");
    }

    /** As docs/managed-kafka.md names them. */
    @Test
    void kafkaStreamsTakesRacksAndZones() {
        Map<String, String> settings = minimal();
        settings.put("kafka.consumer.client.rack", "east");
        settings.put("kafka.client.tag.zone", "east");
        settings.put("kafka.rack.aware.assignment.tags", "zone");

        StreamsConfig streams = new StreamsConfig(new FairwayConfig(settings).streams());

        assertThat(streams.getMainConsumerConfigs("group", "client", 0)).containsEntry("client.rack", "east");
        assertThat(streams.getClientTags()).containsExactly(Map.entry("zone", "east"));
        assertThat(streams.getList("rack.aware.assignment.tags")).containsExactly("zone");
    }

    /** Who lets changelogs forget tombstones earlier has to let stores go earlier. */
    @Test
    void deletesStoresThatAreTooOldUnlessToldOtherwise() {
        Map<String, String> settings = minimal();
        assertThat(new FairwayConfig(settings).streams())
                .containsEntry(
                        "state.cleanup.dir.max.age.ms", Duration.ofHours(20).toMillis());
        settings.put("kafka.state.cleanup.dir.max.age.ms", "3600000");
        assertThat(new FairwayConfig(settings).streams()).containsEntry("state.cleanup.dir.max.age.ms", "3600000");
    }

    @Test
    void isExactlyOnceWithAppendTimeUnlessToldOtherwise() {
        assertThat(new FairwayConfig(minimal()).streams())
                .containsEntry("processing.guarantee", "exactly_once_v2")
                .containsEntry("topic.message.timestamp.type", "LogAppendTime");
    }

    /** Kafka Streams itself refuses an interval that is longer than a transaction may be. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "100", "2700", "60000"})
    void kafkaStreamsTakesEveryCommitIntervalThatWeTake(String millis) {
        Map<String, String> settings = minimal();
        settings.put("commit.interval.ms", millis);
        StreamsConfig streams = new StreamsConfig(new FairwayConfig(settings).streams());
        assertThat(streams.getLong("commit.interval.ms")).isGreaterThanOrEqualTo(Long.parseLong(millis));
        settings.put("commit.interval.ms", "60001");
        assertThatThrownBy(() -> new FairwayConfig(settings)).hasMessageContaining("60001");
    }

    /** A slow reader of a stream holds what its consumer has read ahead. */
    @Test
    void aStreamReadsLittleAheadWhateverOtherConsumersMay() {
        Map<String, String> settings = minimal();
        settings.put("kafka.fetch.max.bytes", "52428800");
        settings.put("kafka.consumer.max.partition.fetch.bytes", "10485760");
        settings.put("kafka.consumer.max.poll.records", "5000");
        assertThat(HttpApi.consumer(new FairwayConfig(settings)))
                .containsEntry("fetch.max.bytes", 196_608)
                .containsEntry("max.partition.fetch.bytes", 65_536)
                .containsEntry("max.poll.records", 100);
    }

    /** To write the page anew, run {@code ./mvnw -pl streams-app/app -am test -Ddocs.write=true}. */
    @Test
    void hasAPageThatSaysWhatTheDefinitionSays() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Configuration

                Generated from `streams-app/app/src/main/java/io/fairway/app/runtime/FairwayConfig.java`; a test fails if this
                page is out of date.

                Settings come from a properties file (`--config FILE`) and from the command line (`--set KEY=VALUE`). The
                command line wins. An unknown key is an error.

                Keys that begin with `kafka.` go to Kafka Streams and its clients without that prefix
                (`kafka.consumer.session.timeout.ms`, `kafka.security.protocol`). Keys of Confluent's serializers
                (`basic.auth.*`, `schema.registry.*`, `auto.register.schemas` ...) go to them unchanged.

                | key | default | meaning |
                |---|---|---|
                """);
        FairwayConfig.definition().configKeys().values().stream()
                .sorted(java.util.Comparator.comparing(key -> key.name))
                .forEach(key -> page.append("| `")
                        .append(key.name)
                        .append("` | ")
                        .append(key.hasDefault() ? defaultText(key.defaultValue) : "(required)")
                        .append(" | ")
                        .append(key.documentation)
                        .append(" |\n"));
        return page.toString();
    }

    private static String defaultText(Object value) {
        if (value instanceof Password secret) {
            return defaultText(secret.value());
        }
        if (value instanceof List<?> list) {
            return defaultText(list.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return value.equals(Long.MAX_VALUE) ? "(none)" : value.equals("") ? "(empty)" : "`" + value + "`";
    }
}
