package io.fairway.schemas;

import io.confluent.kafka.serializers.KafkaAvroDeserializer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
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
    private final KnownSchemas known;
    private final CheckingDeserializer avro;
    private final RepeatedReader repeated = new RepeatedReader();

    /** @param known hears of each schema by which a record was read, and says which one an id has to have */
    RecordDeserializer(Class<T> type, Map<String, ?> config, KnownSchemas known) {
        this.type = type;
        this.known = known;
        avro = new CheckingDeserializer(known);
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
            throw failure(topic, idOf(bytes), e);
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
        avro.id = idOf(bytes);
        avro.used = null;
        avro.writer = null;
        // The generated schema rather than the writer's: its enum defaults and field defaults resolve. And because it
        // is given, neither settings nor rules of the registry decide how a record is read.
        Object record = avro.deserialize(topic, headers, bytes, schema);
        if (avro.used != null) {
            repeated.wasRead(topic, bytes, avro.used);
            if (avro.writer != null) {
                known.used(avro.id, topic, avro.writer);
            }
        }
        return record;
    }

    private static int idOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt(1);
    }

    /** Whether records of a topic and schema are read without Confluent's deserializer. */
    synchronized boolean isRepeated(String topic, int id) {
        return repeated.knows(topic, id);
    }

    /** Tells the registry's faults from all others in the exceptions of Confluent's deserializer. */
    private SerializationException failure(String topic, int id, RuntimeException e) {
        if (Causes.first(e, RegistryChangedException.class::isInstance) instanceof RegistryChangedException changed) {
            return new RegistryChangedException("topic " + topic + ": " + changed.getMessage());
        }
        if (e.getCause() instanceof UndecodableException why) {
            return new UndecodableException("topic " + topic + ": " + e.getMessage() + ": " + why.getMessage(), why);
        }
        if (DecodeFailure.classify(e) == DecodeFailure.REGISTRY_AWAY) {
            return new RegistryAwayException(
                    "topic " + topic + ": the schema registry did not give a record's schema; "
                            + Permissions.atRegistry(e),
                    e);
        }
        if (known.has(id) && avro.writer == null) {
            return new RegistryChangedException("topic " + topic + ": the schema registry changed: schema " + id
                    + " is not there, or not Avro, and records were read or written by it before");
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
        private final KnownSchemas known;
        /** The id of the record's schema. */
        private int id;
        /** The reader of the last record. */
        private @Nullable DatumReader<?> used;
        /** The schema that the registry gave for the last record; null = none. */
        private @Nullable Schema writer;

        CheckingDeserializer(KnownSchemas known) {
            this.known = known;
        }

        private boolean isOther(Schema now) {
            try {
                writers.check(now);
                return known.isOther(id, now);
            } catch (UndecodableException refused) {
                return true; // What was read by this id was not refused.
            }
        }

        @Override
        protected DatumReader<?> getDatumReader(Schema writer, Schema reader) {
            this.writer = writer;
            if (known.has(id) && isOther(writer)) {
                throw new RegistryChangedException("the schema registry changed: schema " + id + " is "
                        + writer.getFullName() + " now, and another one before");
            }
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
