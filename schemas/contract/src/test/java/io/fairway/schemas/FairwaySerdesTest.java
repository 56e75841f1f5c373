package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FairwaySerdesTest {
    private static final String SCOPE = "fairway-serdes-test";
    private static final String TOPIC = "fairway.job-events";
    private static final Map<String, String> CONFIG = Map.of("schema.registry.url", "mock://" + SCOPE);

    private final FairwaySerdes serdes = new FairwaySerdes(CONFIG);

    @AfterEach
    void forgetSchemas() {
        MockSchemaRegistry.dropScope(SCOPE);
    }

    static Collection<Class<? extends SpecificRecord>> records() {
        return SchemaHistory.topLevel().values();
    }

    @ParameterizedTest
    @MethodSource("records")
    void writesAndReadsEveryRecord(Class<? extends SpecificRecord> type) throws IOException {
        SpecificRecord sample = sample(type);

        byte[] bytes = write(type, sample);

        assertThat(read(type, bytes)).isExactlyInstanceOf(type).isEqualTo(sample);
    }

    private <T extends SpecificRecord> byte[] write(Class<T> type, SpecificRecord record) {
        try (Serializer<T> serializer = serdes.serializer(type)) {
            return serializer.serialize(TOPIC, type.cast(record));
        }
    }

    private <T extends SpecificRecord> T read(Class<T> type, byte[] bytes) {
        try (Deserializer<T> deserializer = serdes.deserializer(type)) {
            return deserializer.deserialize(TOPIC, bytes);
        }
    }

    private static SpecificRecord sample(Class<? extends SpecificRecord> type) throws IOException {
        Schema schema = SchemaHistory.current(type);
        byte[] json = Files.readAllBytes(SchemaHistory.ROOT.resolve("samples").resolve(type.getSimpleName() + ".json"));
        return SchemaHistory.decode(
                new SpecificDatumReader<>(schema), SchemaHistory.encode(schema, SchemaHistory.sample(schema, json)));
    }

    @Test
    void writesConfluentsWireFormatAndRegistersASchemaWithoutJava() throws Exception {
        ShareNode node = (ShareNode) sample(ShareNode.class);

        byte[] bytes = write(ShareNode.class, node);

        var registered = MockSchemaRegistry.getClientForScope(SCOPE).getLatestSchemaMetadata(TOPIC + "-value");
        assertThat(registered.getSchema()).contains("io.fairway.avro").doesNotContain("avro.java");
        assertThat(ByteBuffer.wrap(bytes).get()).isZero();
        assertThat(ByteBuffer.wrap(bytes, 1, 4).getInt()).isEqualTo(registered.getId());
    }

    @Test
    void passesATombstoneThrough() {
        try (var serializer = serdes.serializer(ShareNode.class);
                var deserializer = serdes.deserializer(ShareNode.class)) {
            assertThat(serializer.serialize(TOPIC, null)).isNull();
            assertThat(deserializer.deserialize(TOPIC, null)).isNull();
        }
    }

    @Test
    void keepsItsOwnSettingsAndPassesOnTheOthers() throws IOException {
        var config = Map.of(
                "schema.registry.url", "mock://" + SCOPE,
                "specific.avro.reader", "false",
                "avro.remove.java.properties", "false",
                "auto.register.schemas", "false");
        try (var serializer = new FairwaySerdes(config).serializer(ShareNode.class)) {
            ShareNode node = (ShareNode) sample(ShareNode.class);
            assertThatThrownBy(() -> serializer.serialize(TOPIC, node)).isInstanceOf(SerializationException.class);
        }
        byte[] bytes = write(ShareNode.class, sample(ShareNode.class));
        try (var deserializer = new FairwaySerdes(config).deserializer(ShareNode.class)) {
            assertThat(deserializer.deserialize(TOPIC, bytes)).isEqualTo(sample(ShareNode.class));
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void refusesToWriteAnotherRecord() throws IOException {
        SpecificRecord node = sample(ShareNode.class);
        try (Serializer serializer = serdes.serializer(JobEvent.class)) {
            assertThatThrownBy(() -> serializer.serialize(TOPIC, node))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(TOPIC)
                    .hasMessageContaining("ShareNode");
        }
    }

    @Test
    void readsSymbolsOfANewerWriterAsUnknown() throws IOException {
        Schema newer = new Schema.Parser()
                .parse(SchemaHistory.withoutJava(SchemaHistory.current(JobEvent.class))
                        .toString()
                        .replace("\"CANCELLED\"", "\"CANCELLED\",\"TELEPORTED\"")
                        .replace("\"POLICY_VIOLATION\"", "\"POLICY_VIOLATION\",\"MOON_PHASE\""));
        GenericRecord event = SchemaHistory.sample(
                newer, Files.readAllBytes(SchemaHistory.ROOT.resolve("samples").resolve("JobEvent.json")));
        event.put("type", new GenericData.EnumSymbol(newer.getField("type").schema(), "TELEPORTED"));
        Schema ineligibility =
                newer.getField("ineligibility").schema().getTypes().get(1);
        event.put("ineligibility", new GenericData.EnumSymbol(ineligibility, "MOON_PHASE"));

        JobEvent read = read(JobEvent.class, writeGeneric(event));

        assertThat(read.getType()).isEqualTo(JobEventType.UNKNOWN);
        assertThat(read.getIneligibility()).isEqualTo(Ineligibility.UNKNOWN);
        assertThat(read.getJob()).isEqualTo("4711");
    }

    @Test
    void readsAWriterWithFewerAndOtherFields() throws IOException {
        Schema other = SchemaBuilder.record("ShareNode")
                .namespace("io.fairway.avro")
                .fields()
                .requiredString("tree")
                .requiredInt("colour")
                .requiredString("domain")
                .requiredString("account")
                .requiredInt("shares")
                .endRecord();
        GenericRecord node = new GenericData.Record(other);
        node.put("tree", "alps");
        node.put("colour", 7);
        node.put("domain", "alps");
        node.put("account", "cms");
        node.put("shares", 5);

        ShareNode read = read(ShareNode.class, writeGeneric(node));

        assertThat(read)
                .isEqualTo(ShareNode.newBuilder()
                        .setDomain("alps")
                        .setTree("alps")
                        .setAccount("cms")
                        .setShares(5)
                        .build());
        assertThat(read.getDomain()).isExactlyInstanceOf(String.class);
    }

    @Test
    void detectsARecordOfAnotherName() throws IOException {
        // All fields fit; only the record's name differs.
        Schema schema = new Schema.Parser()
                .parse(SchemaHistory.withoutJava(SchemaHistory.current(ShareNode.class))
                        .toString()
                        .replace("\"ShareNode\"", "\"Lookalike\""));
        GenericRecord lookalike = SchemaHistory.sample(
                schema, Files.readAllBytes(SchemaHistory.ROOT.resolve("samples").resolve("ShareNode.json")));

        assertBadData(writeGeneric(lookalike), "io.fairway.avro.Lookalike");
        assertBadData(write(JobEvent.class, sample(JobEvent.class)), "io.fairway.avro.JobEvent");
    }

    @Test
    void detectsAWriterWithoutARequiredField() throws Exception {
        Schema schema = SchemaBuilder.record("ShareNode")
                .namespace("io.fairway.avro")
                .fields()
                .requiredString("domain")
                .endRecord();
        GenericRecord node = new GenericData.Record(schema);
        node.put("domain", "alps");

        assertBadData(writeGeneric(node), "missing required field");
    }

    @Test
    void detectsAPrimitiveSchema() throws Exception {
        try (var serializer = new KafkaAvroSerializer()) {
            serializer.configure(CONFIG, false);
            assertBadData(serializer.serialize(TOPIC, "text"), "record string");
        }
    }

    @Test
    void detectsTruncatedBytes() throws IOException {
        byte[] whole = write(ShareNode.class, sample(ShareNode.class));

        for (int length = 0; length < whole.length; length++) {
            assertBadData(Arrays.copyOf(whole, length), TOPIC);
        }
    }

    @Test
    void detectsGarbageWithoutReservingItsClaimedSize() throws Exception {
        int id = MockSchemaRegistry.getClientForScope(SCOPE)
                .register(
                        TOPIC + "-value",
                        new AvroSchema(SchemaHistory.withoutJava(SchemaHistory.current(ShareNode.class))));
        // A string of 2^31-9 bytes, none of which follows.
        byte[] garbage = ByteBuffer.allocate(10)
                .put((byte) 0)
                .putInt(id)
                .put(new byte[] {(byte) 0xee, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f})
                .array();

        assertBadData(garbage, TOPIC);
        assertBadData("not Avro at all".getBytes(UTF_8), "zero byte");
    }

    @Test
    void detectsASchemaIdThatTheRegistryDoesNotHave() {
        assertBadData(ByteBuffer.allocate(9).put((byte) 0).putInt(4242).array(), "4242");
    }

    private byte[] writeGeneric(GenericRecord record) {
        try (var serializer = new KafkaAvroSerializer()) {
            serializer.configure(CONFIG, false);
            return serializer.serialize(TOPIC, record);
        }
    }

    private void assertBadData(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(ShareNode.class, bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(DecodeFailure.classify(e)).isEqualTo(DecodeFailure.BAD_DATA));
    }
}
