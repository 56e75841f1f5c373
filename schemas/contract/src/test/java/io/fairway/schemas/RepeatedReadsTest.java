package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the second record of a schema on, Confluent's deserializer is not asked. What it says is expected. */
class RepeatedReadsTest {
    private static final String SCOPE = "repeated-reads-test";
    private static final Map<String, String> CONFIG = Map.of("schema.registry.url", "mock://" + SCOPE);
    private static final List<String> TOPICS = List.of("fairway.shares", "elsewhere.shares");
    private static final int RECORDS = 2_000;

    private static final byte[] RECORD = {0, 0, 0, 0, 1, 2, 'a', 2, 't', 2, 'c', 0, 0, 0, 2, 0, 0, 0, 0};

    private final FairwaySerdes serdes = new FairwaySerdes(CONFIG);
    private final SplittableRandom random = new SplittableRandom(26);

    @AfterEach
    void forgetSchemas() {
        MockSchemaRegistry.dropScope(SCOPE);
    }

    /** The schema of today, of another writer, of one of another order, and of a record of another name. */
    private static List<Schema> writers() throws IOException {
        Schema current = SchemaHistory.withoutJava(SchemaHistory.current(ShareNode.class));
        return List.of(
                current,
                SchemaBuilder.record("ShareNode")
                        .namespace("io.fairway.avro")
                        .fields()
                        .requiredString("account")
                        .requiredString("domain")
                        .requiredString("tree")
                        .requiredInt("shares")
                        .endRecord(),
                SchemaBuilder.record("ShareNode")
                        .namespace("io.fairway.avro")
                        .fields()
                        .requiredString("domain")
                        .requiredString("account")
                        .requiredString("tree")
                        .requiredInt("shares")
                        .requiredInt("colour")
                        .endRecord(),
                new Schema.Parser().parse(current.toString().replace("\"ShareNode\"", "\"Lookalike\"")));
    }

    private byte[] record(KafkaAvroSerializer serializer, String topic, Schema writer) {
        GenericRecord node = new GenericData.Record(writer);
        for (Schema.Field field : writer.getFields()) {
            switch (field.schema().getType()) {
                case STRING -> node.put(field.pos(), "n" + random.nextInt(100));
                case INT -> node.put(field.pos(), random.nextInt(1_000));
                default -> node.put(field.pos(), GenericData.get().getDefaultValue(field));
            }
        }
        return serializer.serialize(topic, node);
    }

    /** What a deserializer makes of bytes: a record, or its failure. */
    private static Object read(Deserializer<ShareNode> deserializer, String topic, byte[] bytes) {
        try {
            return deserializer.deserialize(topic, bytes);
        } catch (RuntimeException e) {
            return DecodeFailure.classify(e) + " " + e;
        }
    }

    @Test
    void everyRecordIsReadAsByADeserializerThatHasReadNone() throws IOException {
        List<Object> outcomes = new ArrayList<>();
        try (KafkaAvroSerializer serializer = new KafkaAvroSerializer();
                Deserializer<ShareNode> used = serdes.deserializer(ShareNode.class)) {
            serializer.configure(CONFIG, false);
            List<Schema> writers = writers();
            for (int i = 0; i < RECORDS; i++) {
                String topic = TOPICS.get(random.nextInt(TOPICS.size()));
                byte[] bytes = record(serializer, topic, writers.get(random.nextInt(writers.size())));
                int harm = random.nextInt(10);
                if (harm == 0) {
                    bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                } else if (harm == 1) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Object expected;
                try (Deserializer<ShareNode> fresh = new FairwaySerdes(CONFIG).deserializer(ShareNode.class)) {
                    expected = read(fresh, topic, bytes);
                }
                assertThat(read(used, topic, bytes)).as("record %d", i).isEqualTo(expected);
                outcomes.add(expected);
            }
        }
        assertThat(outcomes.stream().filter(ShareNode.class::isInstance).count())
                .isBetween(1_000L, 1_600L);
    }

    @Test
    void aSchemaThatIsKnownIsNotAskedForAgain() throws Exception {
        AnsweringRegistry registry = new AnsweringRegistry();
        try (var deserializer = new RecordDeserializer<>(ShareNode.class, registry.config(), new KnownSchemas())) {
            registry.answer(200, answer());
            ShareNode node = deserializer.deserialize(TOPICS.get(0), RECORD);
            assertThat(deserializer.isRepeated(TOPICS.get(0), 1)).isTrue();
            assertThat(deserializer.isRepeated(TOPICS.get(0), 2)).isFalse();
            assertThat(deserializer.isRepeated(TOPICS.get(1), 1)).isFalse();

            registry.answer(500, "{}");
            assertThat(deserializer.deserialize(TOPICS.get(0), RECORD)).isEqualTo(node);
        } finally {
            registry.stop();
        }
    }

    private static String answer() throws IOException {
        Schema schema = SchemaHistory.withoutJava(SchemaHistory.current(ShareNode.class));
        return "{\"schemaType\": \"AVRO\", \"schema\": \""
                + schema.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
    }
}
