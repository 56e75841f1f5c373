package io.fairway.program;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads the committed records of topics, from a place until the present end. */
public final class TopicLog {
    private static final Duration POLL = Duration.ofMillis(200);

    private TopicLog() {}

    /** How the bytes of records are read. */
    public record Format<K, V>(Deserializer<K> keys, Deserializer<V> values) {}

    /**
     * Hands out the records of a topic, each partition in its order.
     *
     * @param kafka settings of the consumer
     * @param since the earliest append time; null = from the beginning
     * @throws IllegalStateException if the topic does not exist
     */
    public static <K, V> void read(
            String topic,
            Map<String, Object> kafka,
            Format<K, V> format,
            @Nullable Instant since,
            Consumer<ConsumerRecord<K, V>> taken) {
        try (KafkaConsumer<K, V> consumer = consumer(kafka, format)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new IllegalStateException(
                        "topic " + topic + ": does not exist; make it with 'fairway topics create'");
            }
            consumer.assign(partitions);
            seek(consumer, partitions, since);
            drain(consumer, taken);
        }
    }

    /**
     * Hands out the records of one partition.
     *
     * @param since the earliest append time; null = from the beginning
     */
    public static <K, V> void read(
            TopicPartition partition,
            Map<String, Object> kafka,
            Format<K, V> format,
            @Nullable Instant since,
            Consumer<ConsumerRecord<K, V>> taken) {
        try (KafkaConsumer<K, V> consumer = consumer(kafka, format)) {
            consumer.assign(List.of(partition));
            seek(consumer, List.of(partition), since);
            drain(consumer, taken);
        }
    }

    /** The record at an offset; null if the partition has none there, or none any more. */
    public static <K, V> @Nullable ConsumerRecord<K, V> at(
            TopicPartition partition, long offset, Map<String, Object> kafka, Format<K, V> format) {
        try (KafkaConsumer<K, V> consumer = consumer(kafka, format)) {
            consumer.assign(List.of(partition));
            long begin = Objects.requireNonNull(
                    consumer.beginningOffsets(List.of(partition)).get(partition));
            long end = Objects.requireNonNull(
                    consumer.endOffsets(List.of(partition)).get(partition));
            if (offset < begin) {
                return null;
            }
            consumer.seek(partition, offset);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<K, V> record : consumer.poll(POLL)) {
                    return record.offset() == offset ? record : null;
                }
            }
            return null;
        }
    }

    private static <K, V> KafkaConsumer<K, V> consumer(Map<String, Object> kafka, Format<K, V> format) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", "false");
        return new KafkaConsumer<>(settings, format.keys(), format.values());
    }

    private static <K, V> void seek(
            KafkaConsumer<K, V> consumer, List<TopicPartition> partitions, @Nullable Instant since) {
        if (since == null) {
            consumer.seekToBeginning(partitions);
            return;
        }
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
        Map<TopicPartition, @Nullable OffsetAndTimestamp> found = new HashMap<>(consumer.offsetsForTimes(times));
        for (TopicPartition partition : partitions) {
            OffsetAndTimestamp first = found.get(partition);
            if (first == null) {
                consumer.seekToEnd(List.of(partition));
            } else {
                consumer.seek(partition, first.offset());
            }
        }
    }

    private static <K, V> void drain(KafkaConsumer<K, V> consumer, Consumer<ConsumerRecord<K, V>> taken) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(taken);
        }
    }
}
