package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ShareNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that a writer registered to do harm, and bytes that state absurd lengths: bad data, and nothing worse. */
class HostileSchemaTest {
    private AnsweringRegistry registry;

    @BeforeEach
    void startRegistry() throws IOException {
        registry = new AnsweringRegistry();
    }

    @AfterEach
    void stopRegistry() {
        registry.stop();
    }

    /** Deeper than Jackson parses, than the stack, and than is allowed. */
    @ParameterizedTest
    @ValueSource(ints = {70, 400, 900, 3_000, 100_000})
    void refusesASchemaThatNestsDeep(int levels) {
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            deep.append("{\"type\":\"array\",\"items\":");
        }
        deep.append("\"string\"").append("}".repeat(levels));

        assertBadData(share(deep.toString()), new byte[100]);
    }

    @Test
    void saysHowDeepASchemaMayNest() {
        String deep = "{\"type\":\"array\",\"items\":".repeat(70) + "\"string\"" + "}".repeat(70);

        assertThatThrownBy(() -> read(ShareNode.class, share(deep), new byte[100]))
                .hasMessageContaining("the writer's schema nests deeper than 64 types");
    }

    /** Without the check this reads for centuries: the values have no bytes, so the input never ends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"array\",\"items\":\"null\"}",
                "{\"type\":\"array\",\"items\":{\"type\":\"fixed\",\"name\":\"F\",\"size\":0}}",
                "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}}"
            })
    void refusesAListOfValuesWithoutBytes(String extra) throws IOException {
        byte[] value = node(encoder -> encoder.writeLong(Integer.MAX_VALUE - 8L));

        assertThatThrownBy(() -> read(ShareNode.class, share(extra), value))
                .hasMessageContaining("has an array of values without bytes");
        assertBadData(share(extra), value);
    }

    /** The reader skips the field by recursion, once for each of the million levels. */
    @Test
    void refusesAValueThatNestsDeep() throws IOException {
        String list = "{\"type\":\"record\",\"name\":\"L\",\"fields\":[{\"name\":\"next\",\"type\":[\"null\",\"L\"]}]}";
        byte[] value = node(encoder -> {
            for (int i = 0; i < 1_000_000; i++) {
                encoder.writeIndex(1);
            }
            encoder.writeIndex(0);
        });

        assertBadData(share(list), value);
    }

    @Test
    void refusesASchemaWithVeryManyTypes() {
        StringBuilder fields = new StringBuilder("{\"type\":\"record\",\"name\":\"M\",\"fields\":[");
        for (int i = 0; i < 5_000; i++) {
            fields.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"f" + i + "\",\"type\":{\"type\":\"map\",\"values\":\"long\"}}");
        }

        assertThatThrownBy(() -> read(ShareNode.class, share(fields + "]}"), new byte[100]))
                .hasMessageContaining("more than 4096 types");
    }

    /** A text, a list and a map whose length says two thousand million, in a few bytes. */
    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE - 8L, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void refusesLengthsBeyondTheBytes(long length) throws IOException {
        String schema =
                SchemaHistory.withoutJava(SchemaHistory.current(JobEvent.class)).toString();
        byte[] text = bytes(encoder -> encoder.writeLong(length));
        byte[] map = bytes(encoder -> {
            for (String name : new String[] {"d", "c", "j"}) {
                encoder.writeString(name);
            }
            encoder.writeEnum(1);
            encoder.writeLong(0);
            encoder.writeLong(0);
            encoder.writeString("");
            encoder.writeInt(0);
            encoder.writeInt(0);
            for (int i = 0; i < 5; i++) {
                encoder.writeIndex(0);
            }
            encoder.writeIndex(1);
            encoder.writeLong(length);
        });
        for (byte[] value : new byte[][] {text, map}) {
            assertThatThrownBy(() -> read(JobEvent.class, schema, value))
                    .satisfies(
                            thrown -> assertThat(DecodeFailure.classify(thrown)).isEqualTo(DecodeFailure.BAD_DATA));
        }
    }

    @Test
    void refusesAListThatStatesAnAbsurdLength() throws IOException {
        String names = "{\"type\":\"array\",\"items\":\"string\"}";
        assertBadData(share(names), node(encoder -> encoder.writeLong(Integer.MAX_VALUE - 8L)));
        assertBadData(share(names), node(encoder -> {
            encoder.writeLong(-5);
            encoder.writeLong(-1_000);
        }));
    }

    private interface Body {
        void write(BinaryEncoder encoder) throws IOException;
    }

    private static byte[] bytes(Body body) throws IOException {
        var bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        body.write(encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    /** A share node, with a value of its writer's own before it. */
    private static byte[] node(Body extra) throws IOException {
        return bytes(encoder -> {
            extra.write(encoder);
            encoder.writeFixed(new byte[16]);
        });
    }

    /** The schema of share nodes with a field of another type before all others. */
    private static String share(String type) {
        Schema current = SchemaHistory.current(ShareNode.class);
        try {
            return SchemaHistory.withoutJava(current)
                    .toString()
                    .replaceFirst(
                            "\"fields\":\\[",
                            "\"fields\":[{\"name\":\"extra\",\"type\":" + java.util.regex.Matcher.quoteReplacement(type)
                                    + "},");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void assertBadData(String schema, byte[] value) {
        assertThatThrownBy(() -> read(ShareNode.class, schema, value))
                .satisfies(thrown -> assertThat(DecodeFailure.classify(thrown))
                        .as(String.valueOf(thrown))
                        .isEqualTo(DecodeFailure.BAD_DATA));
    }

    private <T extends SpecificRecord> T read(Class<T> type, String schema, byte[] value) {
        registry.answer(200, answer(schema));
        byte[] record = ByteBuffer.allocate(5 + value.length)
                .put((byte) 0)
                .putInt(1)
                .put(value)
                .array();
        try (var deserializer = registry.serdes().deserializer(type)) {
            return deserializer.deserialize("fairway.t", Arrays.copyOf(record, record.length));
        }
    }

    private static String answer(String schema) {
        return "{\"schemaType\": \"AVRO\", \"schema\": \""
                + schema.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
    }
}
