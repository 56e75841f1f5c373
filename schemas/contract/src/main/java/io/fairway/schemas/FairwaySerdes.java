package io.fairway.schemas;

import io.confluent.kafka.serializers.AbstractKafkaSchemaSerDeConfig;
import java.util.HashMap;
import java.util.Map;
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
    private final KnownSchemas known;
    private final boolean keeps;
    /** The deserializers that are handed out again and again; null = each is made anew. */
    private final @Nullable Map<Class<?>, RecordDeserializer<?>> shared;

    /**
     * Accepts {@code schema.registry.url} and every other setting of Confluent's serializers, and passes them on. Two
     * are fixed: {@code specific.avro.reader} (values are the generated classes) and
     * {@code avro.remove.java.properties} (registered schemas contain nothing of Java).
     */
    public FairwaySerdes(Map<String, ?> config) {
        this(config, new KnownSchemas(), false, null);
    }

    /**
     * As above, for a program that keeps the schemas of its ids with its state. Nothing is registered while the registry has
     * another schema under one of them.
     */
    public FairwaySerdes(Map<String, ?> config, KnownSchemas known) {
        this(config, known, true, null);
    }

    private FairwaySerdes(
            Map<String, ?> config,
            KnownSchemas known,
            boolean keeps,
            @Nullable Map<Class<?>, RecordDeserializer<?>> shared) {
        TrustedRecords.open();
        this.known = known;
        this.keeps = keeps;
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
        return new FairwaySerdes(config, new KnownSchemas(), false, new HashMap<>());
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
     * new attempt may help, {@link RegistryChangedException} if the registry lost schemas that were used, and
     * {@link UnwritableException} if nothing helps.
     */
    public <T extends SpecificRecord> Serializer<T> serializer(Class<T> type) {
        return new RecordSerializer<>(type, config, known, keeps);
    }

    /** Whether their program keeps the schemas with its state. */
    public boolean keepsSchemas() {
        return keeps;
    }

    /** The schemas by which records were read, and written if they are kept, since these serdes were made. */
    public KnownSchemas known() {
        return known;
    }

    /** Asks the registry what it has now. */
    public RegistryCheck check() {
        return new RegistryCheck(config);
    }

    /** Looks at it again and again. */
    public RegistryWatch watch() {
        return new RegistryWatch(check());
    }

    /** Puts schemas back into the registry. */
    public RegistryRestore restore() {
        return new RegistryRestore(config);
    }

    /**
     * Reads records of one class in any compatible version of it; a null value (a tombstone) stays null. It throws
     * {@link RegistryAwayException} if a new attempt may help; {@link DecodeFailure#classify} tells that from bad data.
     */
    public <T extends SpecificRecord> Deserializer<T> deserializer(Class<T> type) {
        if (shared == null) {
            return new RecordDeserializer<>(type, config, known);
        }
        RecordDeserializer<?> deserializer =
                shared.computeIfAbsent(type, t -> new RecordDeserializer<>(type, config, known));
        return (topic, bytes) -> type.cast(deserializer.deserialize(topic, bytes));
    }
}
