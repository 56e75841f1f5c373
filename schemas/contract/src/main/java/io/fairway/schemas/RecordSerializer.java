package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final KnownSchemas known;
    private final boolean keeps;
    private final RegistryCheck check;
    private final @Nullable RepeatedWriter<T> repeated;
    /** The topics for which the registry was checked. */
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    private volatile int lastId = -1;

    /**
     * @param known hears of each schema that records are written by, and says which one an id has to have
     * @param keeps whether {@code known} outlives the program. Otherwise nothing is checked
     */
    RecordSerializer(Class<T> type, Map<String, ?> config, KnownSchemas known, boolean keeps) {
        this.type = type;
        this.known = known;
        this.keeps = keeps;
        check = new RegistryCheck(config);
        repeated = Shortcut.isAllowed(config) ? new RepeatedWriter<>(type) : null;
        avro.configure(config, false);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T record) {
        return serialize(topic, new RecordHeaders(), record);
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T record) {
        T fitting = fitting(topic, record);
        if (repeated != null && fitting != null) {
            byte[] repeat = repeated.write(topic, fitting);
            if (repeat != null) {
                return repeat;
            }
        }
        try {
            if (fitting != null) {
                requireUnchanged(topic);
            }
            byte[] bytes = avro.serialize(topic, headers, fitting);
            if (bytes != null) {
                written(topic, ByteBuffer.wrap(bytes).getInt(1));
            }
            if (repeated != null && fitting != null && bytes != null) {
                repeated.wrote(topic, fitting, bytes);
            }
            return bytes;
        } catch (RegistryAwayException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failure(topic, e);
        }
    }

    /**
     * Before anything is registered for a topic: a registry that lost its schemas would give out ids that records have.
     */
    private void requireUnchanged(String topic) {
        if (keeps && !checked.contains(topic)) {
            check.require(known);
            checked.add(topic);
        }
    }

    private void written(String topic, int id) {
        if (keeps && lastId != id) {
            try {
                if (avro.getSchemaRegistryClient().getSchemaById(id) instanceof AvroSchema schema) {
                    known.used(id, topic, schema.rawSchema());
                }
                lastId = id;
            } catch (RestClientException | IOException e) {
                throw away(topic, new SerializationException(e));
            }
        }
    }

    // Generics do not hold at run time, and the wrong class would register a schema that no reader of the topic
    // accepts.
    private @Nullable T fitting(String topic, @Nullable T record) {
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
        avro.close();
    }
}
