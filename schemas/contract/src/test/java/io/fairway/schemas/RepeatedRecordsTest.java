package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import io.fairway.avro.RankRecord;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From the second record of a topic on, Confluent's serializer is not asked. Its own bytes are the expected ones. */
class RepeatedRecordsTest {
    private static final String SCOPE = "repeated-records-test";
    private static final String TOPIC = "fairway.shares";
    private static final Map<String, String> CONFIG = Map.of("schema.registry.url", "mock://" + SCOPE);

    private final FairwaySerdes serdes = new FairwaySerdes(CONFIG);

    @AfterEach
    void forgetSchemas() {
        MockSchemaRegistry.dropScope(SCOPE);
    }

    static Collection<Class<? extends SpecificRecord>> records() {
        return SchemaHistory.topLevel().values();
    }

    private static SpecificRecord sample(Class<? extends SpecificRecord> type) throws IOException {
        Schema schema = SchemaHistory.current(type);
        byte[] json = Files.readAllBytes(SchemaHistory.ROOT.resolve("samples").resolve(type.getSimpleName() + ".json"));
        return SchemaHistory.decode(
                new SpecificDatumReader<>(schema), SchemaHistory.encode(schema, SchemaHistory.sample(schema, json)));
    }

    private static ShareNode node(String account) {
        return ShareNode.newBuilder()
                .setDomain("alps")
                .setTree("t")
                .setAccount(account)
                .setShares(5)
                .build();
    }

    private static byte[] confluents(String topic, SpecificRecord record) {
        Map<String, Object> config = new HashMap<>(CONFIG);
        config.put("avro.remove.java.properties", true);
        try (KafkaAvroSerializer serializer = new KafkaAvroSerializer()) {
            serializer.configure(config, false);
            return serializer.serialize(topic, record);
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    <T extends SpecificRecord> void everyRecordHasTheBytesThatConfluentsSerializerGives(Class<T> type)
            throws IOException {
        T sample = type.cast(sample(type));
        try (Serializer<T> serializer = serdes.serializer(type);
                Deserializer<T> deserializer = serdes.deserializer(type)) {
            for (String topic : List.of(TOPIC, TOPIC, "fairway.other", TOPIC, "fairway.other")) {
                byte[] bytes = serializer.serialize(topic, sample);
                assertThat(bytes).isEqualTo(confluents(topic, sample));
                T read = deserializer.deserialize(topic, bytes);
                assertThat(read).isExactlyInstanceOf(type).isEqualTo(sample);
            }
        }
    }

    /** The same bytes for the first record, which Confluent's serializer writes, and for those after it. */
    @Test
    void textsThatAreKeptHaveTheBytesOfAList() {
        SplittableRandom random = new SplittableRandom(11);
        try (Serializer<RankRecord> serializer = serdes.serializer(RankRecord.class)) {
            for (int i = 0; i < 200; i++) {
                List<String> users = Stream.generate(
                                () -> "u\u00e9\ud83d\ude00".substring(0, 2 * random.nextInt(3)) + random.nextInt(1_000))
                        .limit(i % 5 == 0 ? 0 : random.nextInt(400))
                        .toList();
                KeptTexts kept = KeptTexts.of(users, user -> user);
                RankRecord record = ranks(users, i);
                for (int again = 0; again < 2; again++) {
                    record.setAhead(again);
                    byte[] expected = confluents(TOPIC, record);
                    RankRecord withKept = ranks(kept, i);
                    withKept.setAhead(again);
                    assertThat(serializer.serialize(TOPIC, withKept)).isEqualTo(expected);
                }
                assertThat(kept).isEqualTo(users);
            }
        }
    }

    private static RankRecord ranks(List<String> users, int seed) {
        return RankRecord.newBuilder()
                .setDomain("alps")
                .setPolicy("main")
                .setTree("t")
                .setAccount("a" + seed)
                .setUsers(users)
                .setAhead(0)
                .setSteps(Collections.nCopies(Math.max(0, users.size() - 1), seed))
                .setAsOf(Instant.ofEpochMilli(seed))
                .build();
    }

    @Test
    void aRecordThatDoesNotFitItsSchemaLeavesNothingForTheNext() {
        ShareNode bad = SpecificData.get().deepCopy(ShareNode.getClassSchema(), node("x".repeat(300)));
        bad.put("tree", null);
        try (Serializer<ShareNode> serializer = serdes.serializer(ShareNode.class)) {
            byte[] first = serializer.serialize(TOPIC, node("cms"));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> serializer.serialize(TOPIC, bad))
                        .isInstanceOf(UnwritableException.class)
                        .hasMessageContaining("must fit its schema");
                assertThat(serializer.serialize(TOPIC, node("cms"))).isEqualTo(first);
            }
        }
    }

    /** A registry that was wiped would number its schemas anew. */
    @Test
    void idsThatAreLostAreSaidAndStay() throws Exception {
        AnsweringRegistry registry = new AnsweringRegistry();
        FairwaySerdes there = new FairwaySerdes(registry.config(), new KnownSchemas());
        try (Serializer<ShareNode> serializer = there.serializer(ShareNode.class)) {
            registry.answer(200, "{\"id\": 7}");
            assertThat(id(serializer)).isEqualTo(7);
            String schema = there.known().after(0).get(0).schema();
            registry.answer(200, "{\"schema\": " + new ObjectMapper().writeValueAsString(schema) + "}");
            assertThat(there.check().changes(there.known())).isEmpty();
            assertThat(id(serializer)).isEqualTo(7);

            registry.answer(404, "{\"error_code\": 40403, \"message\": \"Schema not found\"}");
            assertThat(there.check().changes(there.known()))
                    .extracting(Object::toString)
                    .containsExactly("schema 7 of fairway.shares is not there");
            assertThat(id(serializer)).isEqualTo(7);
        } finally {
            registry.stop();
        }
    }

    private static int id(Serializer<ShareNode> serializer) {
        return ByteBuffer.wrap(serializer.serialize(TOPIC, node("cms"))).getInt(1);
    }

    @Test
    void whereSettingsChooseTheSchemaConfluentsSerdeSeesEachRecord() {
        assertThat(Shortcut.isAllowed(CONFIG)).isTrue();
        assertThat(Shortcut.isAllowed(Map.of("use.latest.version", false))).isTrue();
        for (String setting : List.of("use.latest.version", "use.schema.id", "rule.executors")) {
            assertThat(Shortcut.isAllowed(Map.of(setting, "true"))).as(setting).isFalse();
        }
    }
}
