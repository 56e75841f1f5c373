package io.fairway.schemas;

import io.confluent.kafka.serializers.AbstractKafkaSchemaSerDeConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializers and deserializers of the generated records, on top of Confluent's own: values are Avro in the Confluent
 * Schema Registry's wire format. Each call makes a new one, which its user closes.
 */
public final class FairwaySerdes {
    private final Map<String, Object> config;
    private final List<RecordSerializer<?>> serializers = new CopyOnWriteArrayList<>();
    /** The deserializers that are handed out again and again; null = each is made anew. */
    private final @Nullable Map<Class<?>, RecordDeserializer<?>> shared;

    /**
     * Accepts {@code schema.registry.url} and every other setting of Confluent's serializers, and passes them on. Two
     * are fixed: {@code specific.avro.reader} (values are the generated classes) and
     * {@code avro.remove.java.properties} (registered schemas contain nothing of Java).
     */
    public FairwaySerdes(Map<String, ?> config) {
        this(config, null);
    }

    private FairwaySerdes(Map<String, ?> config, @Nullable Map<Class<?>, RecordDeserializer<?>> shared) {
        TrustedRecords.open();
        this.shared = shared;
        this.config = new HashMap<>(config);
        this.config.put("specific.avro.reader", true);
        this.config.put("avro.remove.java.properties", true);
    }

    /**
     * For a single thread that asks for deserializers again and again, such as a simulation: those of one class are the
     * same, and are never closed. Each that is made searches the class path.
     */
    public static FairwaySerdes ofOneThread(Map<String, ?> config) {
        return new FairwaySerdes(config, new HashMap<>());
    }

    /**
     * Whether a key is a setting of Confluent's serializers or of their registry client; these are passed on unchanged.
     */
    public static boolean isSetting(String key) {
        return key.startsWith("schema.registry.")
                || key.startsWith("basic.auth.")
                || key.startsWith("bearer.auth.")
                || AbstractKafkaSchemaSerDeConfig.baseConfigDef().names().contains(key);
    }

    /**
     * Writes records of one class; a null value (a tombstone) stays null. It throws {@link RegistryAwayException} if a
     * new attempt may help, and {@link UnwritableException} if not.
     */
    public <T extends SpecificRecord> Serializer<T> serializer(Class<T> type) {
        RecordSerializer<T> serializer = new RecordSerializer<>(type, config, serializers::remove);
        serializers.add(serializer);
        return serializer;
    }

    /**
     * The schemas that these serializers wrote with and that the registry no longer knows by their ids. Then the
     * registry was wiped: the serializers forget the ids, and register the schemas anew with the next record.
     *
     * @throws RegistryAwayException if the registry does not answer
     */
    public List<String> lostSchemas() {
        List<String> lost = new ArrayList<>();
        if (serializers.stream().noneMatch(RecordSerializer::hasWritten)) {
            serializers.stream().findFirst().ifPresent(RecordSerializer::requireRegistry);
        }
        for (RecordSerializer<?> serializer : serializers) {
            String schema = serializer.lostSchema();
            if (schema != null) {
                lost.add(schema);
            }
        }
        return lost;
    }

    /**
     * Reads records of one class in any compatible version of it; a null value (a tombstone) stays null. It throws
     * {@link RegistryAwayException} if a new attempt may help; {@link DecodeFailure#classify} tells that from bad data.
     */
    public <T extends SpecificRecord> Deserializer<T> deserializer(Class<T> type) {
        if (shared == null) {
            return new RecordDeserializer<>(type, config);
        }
        RecordDeserializer<?> deserializer = shared.computeIfAbsent(type, t -> new RecordDeserializer<>(type, config));
        return (topic, bytes) -> type.cast(deserializer.deserialize(topic, bytes));
    }
}
