package io.fairway.schemas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of a topic as Confluent's serializer wrote the first one: a zero byte, the schema's id, and the record.
 * Confluent's serializer hashes and compares whole schemas to find the id for each record, which takes most of its
 * time.
 *
 * <p>It begins only where the first record has the same bytes from both.
 */
final class RepeatedWriter<T extends SpecificRecord> {
    private static final int HEADER_BYTES = 5;

    private final SpecificDatumWriter<T> writer;
    private final Map<String, byte[]> headers = new HashMap<>();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream(512);
    private @Nullable BinaryEncoder encoder;

    RepeatedWriter(Class<T> type) {
        writer = new KeptTextsWriter<>(type);
    }

    /** Writes {@link KeptTexts} as they were encoded before. */
    private static final class KeptTextsWriter<T> extends SpecificDatumWriter<T> {
        KeptTextsWriter(Class<T> type) {
            super(type);
        }

        @Override
        protected void writeArray(Schema schema, Object datum, Encoder out) throws IOException {
            if (datum instanceof KeptTexts texts) {
                byte[] encoded = texts.encoded();
                out.writeFixed(encoded, 0, encoded.length);
            } else {
                super.writeArray(schema, datum, out);
            }
        }
    }

    /** The bytes of a record; null if Confluent's serializer must write it, or say what is wrong with it. */
    synchronized byte @Nullable [] write(String topic, T record) {
        byte[] header = headers.get(topic);
        return header == null ? null : bytes(header, record);
    }

    /** Takes note of what Confluent's serializer wrote. */
    synchronized void wrote(String topic, T record, byte[] bytes) {
        if (bytes.length < HEADER_BYTES || headers.containsKey(topic)) {
            return;
        }
        byte[] header = Arrays.copyOf(bytes, HEADER_BYTES);
        if (Arrays.equals(bytes, bytes(header, record))) {
            headers.put(topic, header);
        }
    }

    private byte @Nullable [] bytes(byte[] header, T record) {
        output.reset();
        output.write(header, 0, header.length);
        try {
            BinaryEncoder used = EncoderFactory.get().binaryEncoder(output, encoder);
            // An encoder that failed still holds bytes, which it would write with the next record.
            encoder = null;
            writer.write(record, used);
            used.flush();
            encoder = used;
            return output.toByteArray();
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }
}
