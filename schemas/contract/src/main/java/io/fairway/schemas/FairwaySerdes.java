package io.fairway.schemas;

import io.confluent.kafka.serializers.AbstractKafkaSchemaSerDeConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Serializers and deserializers of the generated records, over Confluent's own: values are Avro in the Confluent Schema
 * Registry's wire format. Each call makes a new one, which is closed by whom it was made for.
 */
public final class FairwaySerdes {
    private final Map<String, Object> config;

    /**
     * Takes {@code schema.registry.url} and every other setting of Confluent's serializers, which are passed on. Two are
     * fixed: {@code specific.avro.reader} (the generated classes are what is read) and
     * {@code avro.remove.java.properties} (what is registered says nothing of Java).
     */
    public FairwaySerdes(Map<String, ?> config) {
        TrustedRecords.open();
        this.config = new HashMap<>(config);
        this.config.put("specific.avro.reader", true);
        this.config.put("avro.remove.java.properties", true);
    }

    /** Whether a key is a setting of Confluent's serializers or of their registry client, which are passed on as they are. */
    public static boolean isSetting(String key) {
        return key.startsWith("schema.registry.")
                || key.startsWith("basic.auth.")
                || key.startsWith("bearer.auth.")
                || AbstractKafkaSchemaSerDeConfig.baseConfigDef().names().contains(key);
    }

    /**
     * Writes records of one class; a null value (a tombstone) stays null. It throws {@link RegistryAwayException} where
     * trying again may help, and {@link UnwritableException} where it does not.
     */
    public <T extends SpecificRecord> Serializer<T> serializer(Class<T> type) {
        return new RecordSerializer<>(type, config);
    }

    /**
     * Reads records of one class, whatever compatible version of it they were written with; a null value (a tombstone)
     * stays null. It throws {@link RegistryAwayException} where reading again may help; {@link DecodeFailure#classify} tells
     * it from bad data.
     */
    public <T extends SpecificRecord> Deserializer<T> deserializer(Class<T> type) {
        return new RecordDeserializer<>(type, config);
    }
}
