package io.fairway.program;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads compacted topics whole. */
public final class CompactedTopic {
    private static final Duration POLL = Duration.ofMillis(200);

    private CompactedTopic() {}

    /**
     * The content of a topic now: the last committed value of each key.
     *
     * @param kafka settings of the consumer
     * @throws IllegalStateException if the topic does not exist
     */
    public static <T> Map<String, T> read(String topic, Map<String, Object> kafka, Deserializer<T> deserializer) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", "false");
        Map<String, T> table = new TreeMap<>();
        try (KafkaConsumer<String, T> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), deserializer)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new IllegalStateException(
                        "topic " + topic + ": does not exist; make it with 'fairway topics create'");
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var record : consumer.poll(POLL)) {
                    T value = record.value();
                    if (value == null) {
                        table.remove(record.key());
                    } else {
                        table.put(record.key(), value);
                    }
                }
            }
        }
        return table;
    }
}
