package io.fairway.schemas;

import io.confluent.kafka.serializers.KafkaAvroDeserializer;
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
 * Confluent's deserializer for the records of one class. Adds that the writer's record must be the one asked for (Avro
 * itself resolves records of any names whose fields happen to fit), and an {@link UndecodableException} for whatever is
 * wrong with the bytes, which else cannot be told from a registry that fails: both come as an IOException.
 */
final class RecordDeserializer<T extends SpecificRecord> implements Deserializer<T> {
    private static final byte MAGIC = 0;
    private static final int HEADER_BYTES = 5;

    private final Class<T> type;
    private final Schema schema;
    private final CheckingDeserializer avro = new CheckingDeserializer();

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
    public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length < HEADER_BYTES || bytes[0] != MAGIC) {
            throw new UndecodableException(
                    "topic " + topic + ": a value of " + bytes.length
                            + " bytes that does not begin with a zero byte and the four bytes of a schema id",
                    null);
        }
        Object record;
        try {
            // The generated schema, and not the writer's: its enum defaults and field defaults are what resolves.
            record = avro.deserialize(topic, headers, bytes, schema);
        } catch (RuntimeException e) {
            throw failure(topic, e);
        }
        if (!type.isInstance(record)) {
            throw new UndecodableException(
                    "topic " + topic + " carries " + type.getName() + ", not "
                            + record.getClass().getName(),
                    null);
        }
        return type.cast(record);
    }

    /** Of all that Confluent's deserializer throws, for one fault of the registry this and for another that. */
    private static SerializationException failure(String topic, RuntimeException e) {
        if (e.getCause() instanceof UndecodableException why) {
            return new UndecodableException("topic " + topic + ": " + e.getMessage() + ": " + why.getMessage(), why);
        }
        if (DecodeFailure.classify(e) == DecodeFailure.REGISTRY_AWAY) {
            return new RegistryAwayException("topic " + topic + ": the registry did not say what a record is", e);
        }
        return e instanceof SerializationException known
                ? known
                : new UndecodableException("topic " + topic + ": " + e.getMessage(), e);
    }

    @Override
    public void close() {
        avro.close();
    }

    private static final class CheckingDeserializer extends KafkaAvroDeserializer {
        @Override
        protected DatumReader<?> getDatumReader(Schema writer, Schema reader) {
            if (!writer.getFullName().equals(reader.getFullName())) {
                throw new UndecodableException(
                        "written as " + writer.getFullName() + ", to be read as " + reader.getFullName(), null);
            }
            try {
                return new CheckingReader<>(super.getDatumReader(writer, reader));
            } catch (ExecutionException | RuntimeException e) {
                throw undecodable(e);
            }
        }
    }

    private static UndecodableException undecodable(Exception e) {
        return new UndecodableException(e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }

    /** Marks what goes wrong in the bytes. */
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
