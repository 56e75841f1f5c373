package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Confluent's serializer for the records of one class. */
final class RecordSerializer<T extends SpecificRecord> implements Serializer<T> {
    private static final int CONFLICT = 409;
    private static final Set<Integer> FINAL_CODES = Set.of(42201, 40401, 40402, 40403);

    private final Class<T> type;
    private final KafkaAvroSerializer avro = new KafkaAvroSerializer();
    private final Consumer<RecordSerializer<?>> closed;
    private final @Nullable RepeatedWriter<T> repeated;
    private volatile @Nullable Written written;

    /** @param closed hears when it is closed */
    RecordSerializer(Class<T> type, Map<String, ?> config, Consumer<RecordSerializer<?>> closed) {
        this.type = type;
        this.closed = closed;
        repeated = Shortcut.isAllowed(config) ? new RepeatedWriter<>(type) : null;
        avro.configure(config, false);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T record) {
        return serialize(topic, new RecordHeaders(), record);
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T record) {
        T checked = checked(topic, record);
        if (repeated != null && checked != null) {
            byte[] repeat = repeated.write(topic, checked);
            if (repeat != null) {
                return repeat;
            }
        }
        try {
            byte[] bytes = avro.serialize(topic, headers, checked);
            if (bytes != null) {
                remember(topic, ByteBuffer.wrap(bytes).getInt(1));
            }
            if (repeated != null && checked != null && bytes != null) {
                repeated.wrote(topic, checked, bytes);
            }
            return bytes;
        } catch (RuntimeException e) {
            throw failure(topic, e);
        }
    }

    /**
     * The schema of the records written last.
     *
     * @param subjects the subjects that had it when this was first asked; none = not asked yet
     */
    private record Written(String topic, int id, Set<String> subjects) {}

    private void remember(String topic, int id) {
        Written last = written;
        if (last == null || last.id() != id) {
            written = new Written(topic, id, Set.of());
        }
    }

    /**
     * The schema of the records written last if the registry no longer knows its id, or knows another one by it; null =
     * all is well. Afterwards this serializer knows no ids.
     *
     * @throws RegistryAwayException if the registry does not answer
     */
    @Nullable
    String lostSchema() {
        Written last = written;
        if (last == null) {
            return null;
        }
        Set<String> subjects = subjects(last);
        if (last.subjects().isEmpty() && !subjects.isEmpty()) {
            written = new Written(last.topic(), last.id(), subjects);
            return null;
        }
        if (subjects.stream().anyMatch(last.subjects()::contains)) {
            return null;
        }
        avro.getSchemaRegistryClient().reset();
        if (repeated != null) {
            repeated.forget();
        }
        written = null;
        return "schema " + last.id() + " of " + last.topic();
    }

    boolean hasWritten() {
        return written != null;
    }

    /** Asks the registry for anything. */
    void requireRegistry() {
        var unused = subjects(new Written("of any name", 1, Set.of()));
    }

    private Set<String> subjects(Written of) {
        try {
            return new TreeSet<>(avro.getSchemaRegistryClient().getAllSubjectsById(of.id()));
        } catch (RestClientException answer) {
            if (FINAL_CODES.contains(answer.getErrorCode())) {
                return Set.of();
            }
            throw away(of.topic(), new SerializationException(answer));
        } catch (IOException e) {
            throw away(of.topic(), new SerializationException(e));
        }
    }

    // Generics do not hold at run time, and the wrong class would register a schema that no reader of the topic
    // accepts.
    private @Nullable T checked(String topic, @Nullable T record) {
        if (record != null && !type.isInstance(record)) {
            throw new UnwritableException(
                    "topic " + topic + " carries " + type.getName() + ", not "
                            + record.getClass().getName(),
                    null);
        }
        return record;
    }

    /** Tells the registry's faults from all others in the exceptions of Confluent's serializer. */
    private SerializationException failure(String topic, RuntimeException e) {
        if (Causes.first(e, RestClientException.class::isInstance) instanceof RestClientException answer) {
            return isFinal(answer)
                    ? new UnwritableException(
                            "topic " + topic + ": the registry refuses the schema of " + type.getName() + ": "
                                    + answer.getMessage(),
                            e)
                    : away(topic, e);
        }
        // An exception that comes neither from the registry nor from the way to it is the record's fault.
        return e instanceof SerializationException && !Causes.anyOf(e, IOException.class::isInstance)
                ? new UnwritableException("topic " + topic + ": a " + type.getName() + " must fit its schema", e)
                : away(topic, e);
    }

    private RegistryAwayException away(String topic, RuntimeException e) {
        return new RegistryAwayException(
                "topic " + topic + ": the schema registry did not accept the schema of " + type.getName() + "; "
                        + Permissions.atRegistry(e),
                e);
    }

    /**
     * Incompatible, invalid to the registry, or missing while we must not register it: only a change by an operator
     * helps.
     */
    private static boolean isFinal(RestClientException answer) {
        return answer.getStatus() == CONFLICT || FINAL_CODES.contains(answer.getErrorCode());
    }

    @Override
    public void close() {
        closed.accept(this);
        avro.close();
    }
}
