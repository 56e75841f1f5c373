package io.fairway.program;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

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
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", "false");
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
                consumer.poll(POLL).forEach(record -> taken.accept(record.key(), record.value()));
            }
        }
    }
}
