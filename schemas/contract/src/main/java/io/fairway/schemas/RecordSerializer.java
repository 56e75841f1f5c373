package io.fairway.schemas;

import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Confluent's serializer for the records of one class. */
final class RecordSerializer<T extends SpecificRecord> implements Serializer<T> {
    private final Class<T> type;
    private final KafkaAvroSerializer avro = new KafkaAvroSerializer();

    RecordSerializer(Class<T> type, Map<String, ?> config) {
        this.type = type;
        avro.configure(config, false);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T record) {
        return avro.serialize(topic, checked(topic, record));
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T record) {
        return avro.serialize(topic, headers, checked(topic, record));
    }

    // Generics do not hold at run time, and the wrong class would register a schema that no reader of the topic takes.
    private @Nullable T checked(String topic, @Nullable T record) {
        if (record != null && !type.isInstance(record)) {
            throw new SerializationException("topic " + topic + " carries " + type.getName() + ", not "
                    + record.getClass().getName());
        }
        return record;
    }

    @Override
    public void close() {
        avro.close();
    }
}
