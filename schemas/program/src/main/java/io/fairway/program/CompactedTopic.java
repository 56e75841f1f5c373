package io.fairway.program;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads compacted topics whole. */
public final class CompactedTopic {
    private CompactedTopic() {}

    /**
     * The content of a topic now: the last committed value of each key.
     *
     * @param kafka settings of the consumer
     * @throws IllegalStateException if the topic does not exist
     */
    public static <T> Map<String, T> read(String topic, Map<String, Object> kafka, Deserializer<T> deserializer) {
        Map<String, T> table = new TreeMap<>();
        read(topic, kafka, deserializer, (key, value) -> {
            if (value == null) {
                table.remove(key);
            } else {
                table.put(key, value);
            }
        });
        return table;
    }

    /**
     * The keys of a topic that still have a record: a value, or a tombstone that is not compacted away yet.
     *
     * @param kafka settings of the consumer
     * @throws IllegalStateException if the topic does not exist
     */
    public static Set<String> keys(String topic, Map<String, Object> kafka) {
        Set<String> keys = new TreeSet<>();
        read(topic, kafka, new ByteArrayDeserializer(), (key, value) -> keys.add(key));
        return keys;
    }

    private static <T> void read(
            String topic,
            Map<String, Object> kafka,
            Deserializer<T> deserializer,
            BiConsumer<String, @Nullable T> taken) {
        TopicLog.read(
                topic,
                kafka,
                new TopicLog.Format<>(new StringDeserializer(), deserializer),
                null,
                record -> taken.accept(record.key(), record.value()));
    }
}
