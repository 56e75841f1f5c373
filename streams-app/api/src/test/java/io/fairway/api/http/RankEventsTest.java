package io.fairway.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.CallerAccess;
import io.fairway.avro.RankRecord;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a client hears of packed ranks that sees everything; {@code VisibilityStreamTest} has the others. */
class RankEventsTest {
    private static final TopicPartition RANKS =
            new TopicPartition(Topics.standard().name(Topic.RANKS), 0);
    /** 2 users of the tree are before bert. Anna ties with him, and with partition gpu she is 4 further down. */
    private static final RankRecord RECORD = RankRecord.newBuilder()
            .setDomain("alps")
            .setPolicy("main")
            .setTree("alps")
            .setAccount("cms")
            .setUsers(List.of("bert", "anna", "anna"))
            .setPartitions(List.of("", "", "gpu"))
            .setAhead(2)
            .setSteps(List.of(0, 4))
            .setAsOf(Instant.EPOCH)
            .setCause("shares")
            .build();

    @BeforeAll
    static void trust() {
        // Avro makes no record of ours, not even for a default, before it is told to trust them.
        var unused = new FairwaySerdes(Map.of("schema.registry.url", "mock://ranks"));
    }

    private static List<String> heard(
            @Nullable String policy, @Nullable String account, @Nullable String user, String key, boolean removed) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        consumer.updateBeginningOffsets(Map.of(RANKS, 0L));
        consumer.updateEndOffsets(Map.of(RANKS, 0L));
        Published published = new Published(
                consumer,
                topic -> value -> RECORD,
                new Published.Filter("alps", policy, account, user),
                new StreamVisibility(CallerAccess.EVERYTHING, jobs -> new Forwarder.Answer(404, "", new byte[0])),
                Topics.standard(),
                0,
                List.of("ranks"),
                Map.of());
        consumer.addRecord(new ConsumerRecord<>(
                RANKS.topic(), 0, 0, key.getBytes(StandardCharsets.UTF_8), removed ? null : new byte[1]));
        return published.poll().stream()
                .peek(event -> assertThat(event.name()).isEqualTo("ranks"))
                .map(Published.Event::data)
                .toList();
    }

    private static ObjectNode json(String text) throws Exception {
        return (ObjectNode) new ObjectMapper().readTree(text);
    }

    @Test
    void namePlacesInsteadOfPackedNumbers() throws Exception {
        List<String> heard = heard("main", "cms", null, "alps|main|alps|cms", false);

        assertThat(heard).hasSize(1);
        ObjectNode event = json(heard.get(0));
        assertThat(event.get("users")).isEqualTo(new ObjectMapper().readTree("""
                        [{"user": "bert", "partition": "", "place": 3},
                         {"user": "anna", "partition": "", "place": 3},
                         {"user": "anna", "partition": "gpu", "place": 7}]"""));
        assertThat(event.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "domain", "policy", "tree", "account", "part", "users", "ranked", "asOf", "cause", "key",
                        "removed");
        assertThat(event.get("key").asText()).isEqualTo("alps|main|alps|cms");
        assertThat(event.get("removed").asBoolean()).isFalse();
    }

    @Test
    void haveOnlyTheUserThatTheClientAsksFor() throws Exception {
        List<String> heard = heard(null, null, "anna", "alps|main|alps|cms|1", false);

        assertThat(json(heard.get(0)).get("users").findValuesAsText("place")).containsExactly("3", "7");
        assertThat(heard(null, null, "carl", "alps|main|alps|cms", false)).isEmpty();
        assertThat(heard(null, "atlas", null, "alps|main|alps|cms", false)).isEmpty();
        assertThat(heard("shadow", null, null, "alps|main|alps|cms", false)).isEmpty();
        assertThat(heard(null, null, null, "jura|main|jura|cms", false)).isEmpty();
    }

    @Test
    void sayThatAnAccountHasNoUsersAnyMore() throws Exception {
        List<String> heard = heard("main", "cms", "anna", "alps|main|alps|cms|1", true);

        assertThat(json(heard.get(0))).isEqualTo(json("""
                {"domain": "alps", "policy": "main", "tree": "alps", "account": "cms",
                 "key": "alps|main|alps|cms|1", "removed": true}"""));
    }
}
