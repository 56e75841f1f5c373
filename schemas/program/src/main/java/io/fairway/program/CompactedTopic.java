package io.fairway.program;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads compacted topics whole. */
public final class CompactedTopic {
    private CompactedTopic() {}

    /**
     * The content of a topic now: the last committed value of each key that can be decoded.
     *
     * @param kafka settings of the consumer
     * @param told hears of the keys whose last record cannot be decoded: a line for people each, 21 at most
     * @throws IllegalStateException if the topic does not exist
     */
    public static <T> Map<String, T> read(
            String topic, Map<String, Object> kafka, Deserializer<T> deserializer, Consumer<String> told) {
        DecodedTable<T> table = new DecodedTable<>(deserializer);
        read(topic, kafka, table::take);
        table.refused().forEach(told);
        return table.values();
    }

    /**
     * The keys of a topic that still have a record: a value, or a tombstone that is not compacted away yet.
     *
     * @param kafka settings of the consumer
     * @throws IllegalStateException if the topic does not exist
     */
    public static Set<String> keys(String topic, Map<String, Object> kafka) {
        Set<String> keys = new TreeSet<>();
        read(topic, kafka, record -> keys.add(record.key()));
        return keys;
    }

    private static void read(String topic, Map<String, Object> kafka, Consumer<ConsumerRecord<String, byte[]>> taken) {
        TopicLog.read(
                topic,
                kafka,
                new TopicLog.Format<>(new StringDeserializer(), new ByteArrayDeserializer()),
                null,
                taken);
    }
}
