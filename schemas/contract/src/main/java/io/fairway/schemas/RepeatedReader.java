package io.fairway.schemas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of a topic and schema of which Confluent's deserializer has read one before, by the same reader.
 * Confluent's deserializer asks a cache of all schemas of the registry for each record, which takes a third of its time.
 *
 * <p>What the id of a schema means to a topic never changes in Confluent's client either. Not for several threads.
 */
final class RepeatedReader {
    private static final int HEADER_BYTES = 5;
    private static final int MOST = 64;

    private final Map<Written, DatumReader<?>> readers = new HashMap<>();
    private Written lastWritten = new Written("", 0);
    private @Nullable DatumReader<?> last;
    private @Nullable BinaryDecoder decoder;

    /** What records of one schema have in common. */
    private record Written(String topic, int id) {}

    /**
     * The record in the bytes; null if Confluent's deserializer must read it, or say what is wrong with it.
     *
     * @param bytes a zero byte, the schema's id, and the record
     */
    @Nullable
    Object read(String topic, byte[] bytes) {
        DatumReader<?> reader = reader(topic, idOf(bytes));
        if (reader == null) {
            return null;
        }
        try {
            decoder = DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, decoder);
            return reader.read(null, decoder);
        } catch (IOException | RuntimeException e) {
            decoder = null;
            return null;
        }
    }

    /** Takes note of the reader that read these bytes. */
    void wasRead(String topic, byte[] bytes, DatumReader<?> reader) {
        if (readers.size() >= MOST) {
            readers.clear();
        }
        readers.put(new Written(topic, idOf(bytes)), reader);
    }

    /** Whether it reads the records of a topic and schema. */
    boolean knows(String topic, int id) {
        return readers.containsKey(new Written(topic, id));
    }

    private @Nullable DatumReader<?> reader(String topic, int id) {
        if (last != null && lastWritten.id() == id && lastWritten.topic().equals(topic)) {
            return last;
        }
        Written written = new Written(topic, id);
        DatumReader<?> reader = readers.get(written);
        if (reader != null) {
            lastWritten = written;
            last = reader;
        }
        return reader;
    }

    private static int idOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt(1);
    }
}
