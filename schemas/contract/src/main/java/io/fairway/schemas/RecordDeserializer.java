package io.fairway.schemas;

import io.confluent.kafka.serializers.KafkaAvroDeserializer;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.Decoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's deserializer for the records of one class, with two additions. The writer's record must have the
 * requested name (Avro itself resolves records of any name whose fields happen to fit). Bad bytes give an
 * {@link UndecodableException}; otherwise they would look like a failing registry, because both give an IOException.
 */
final class RecordDeserializer<T extends SpecificRecord> implements Deserializer<T> {
    private static final byte MAGIC = 0;
    private static final int HEADER_BYTES = 5;

    private final Class<T> type;
    private final Schema schema;
    private final CheckingDeserializer avro = new CheckingDeserializer();
    private final RepeatedReader repeated = new RepeatedReader();

    RecordDeserializer(Class<T> type, Map<String, ?> config) {
        this.type = type;
        this.schema = SpecificData.get().getSchema(type);
        avro.configure(config, false);
    }

    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
        return deserialize(topic, new RecordHeaders(), bytes);
    }

    @Override
    public synchronized @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length < HEADER_BYTES || bytes[0] != MAGIC) {
            throw new UndecodableException(
                    "topic " + topic + ": a value of " + bytes.length
                            + " bytes must begin with a zero byte and the four bytes of a schema id",
                    null);
        }
        Object record;
        try {
            record = read(topic, headers, bytes);
        } catch (RuntimeException e) {
            throw failure(topic, e);
        } catch (Error failed) {
            // Avro and the parser of schemas go down by recursion. Nothing of what they made is kept.
            if (!Causes.anyOf(failed, StackOverflowError.class::isInstance)) {
                throw failed;
            }
            throw new UndecodableException("topic " + topic + ": the record or its schema nests too deep", null);
        }
        if (!type.isInstance(record)) {
            throw new UndecodableException(
                    "topic " + topic + " carries " + type.getName() + ", not "
                            + record.getClass().getName(),
                    null);
        }
        return type.cast(record);
    }

    private Object read(String topic, Headers headers, byte[] bytes) {
        Object repeat = repeated.read(topic, bytes);
        if (repeat != null) {
            return repeat;
        }
        avro.used = null;
        // The generated schema rather than the writer's: its enum defaults and field defaults resolve. And because it
        // is given, neither settings nor rules of the registry decide how a record is read.
        Object record = avro.deserialize(topic, headers, bytes, schema);
        if (avro.used != null) {
            repeated.wasRead(topic, bytes, avro.used);
        }
        return record;
    }

    /** Whether records of a topic and schema are read without Confluent's deserializer. */
    synchronized boolean isRepeated(String topic, int id) {
        return repeated.knows(topic, id);
    }

    /** Tells the registry's faults from all others in the exceptions of Confluent's deserializer. */
    private static SerializationException failure(String topic, RuntimeException e) {
        if (e.getCause() instanceof UndecodableException why) {
            return new UndecodableException("topic " + topic + ": " + e.getMessage() + ": " + why.getMessage(), why);
        }
        if (DecodeFailure.classify(e) == DecodeFailure.REGISTRY_AWAY) {
            return new RegistryAwayException(
                    "topic " + topic + ": the schema registry did not give a record's schema; "
                            + Permissions.atRegistry(e),
                    e);
        }
        return e instanceof SerializationException refused
                ? refused
                : new UndecodableException("topic " + topic + ": " + e.getMessage(), e);
    }

    @Override
    public void close() {
        avro.close();
    }

    private static final class CheckingDeserializer extends KafkaAvroDeserializer {
        private final WriterSchemas writers = new WriterSchemas();
        /** The reader of the last record. */
        private @Nullable DatumReader<?> used;

        @Override
        protected DatumReader<?> getDatumReader(Schema writer, Schema reader) {
            if (!writer.getFullName().equals(reader.getFullName())) {
                throw new UndecodableException(
                        "record " + writer.getFullName() + ": must be " + reader.getFullName(), null);
            }
            writers.check(writer);
            try {
                DatumReader<?> checking = new CheckingReader<>(super.getDatumReader(writer, reader));
                used = checking;
                return checking;
            } catch (ExecutionException | RuntimeException e) {
                throw undecodable(e);
            }
        }
    }

    private static UndecodableException undecodable(Exception e) {
        String why = e instanceof EOFException
                ? "the bytes end before the record does"
                : e.getClass().getSimpleName() + ": " + e.getMessage();
        return new UndecodableException(why, e);
    }

    /** Marks the errors in the bytes. */
    private record CheckingReader<D>(DatumReader<D> reader) implements DatumReader<D> {
        @Override
        public void setSchema(Schema writer) {
            reader.setSchema(writer);
        }

        @Override
        public D read(@Nullable D reuse, Decoder decoder) {
            try {
                return reader.read(reuse, decoder);
            } catch (IOException | RuntimeException e) {
                throw undecodable(e);
            }
        }
    }
}
