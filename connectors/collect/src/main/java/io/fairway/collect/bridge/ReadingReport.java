package io.fairway.collect.bridge;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Tells which topics a bridge reads, and from then on how far it is. */
final class ReadingReport {
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final org.apache.kafka.clients.consumer.Consumer<?, ?> consumer;
    private final Consumer<String> log;
    private final Map<String, Long> messages = new TreeMap<>();
    private @Nullable Instant told;

    ReadingReport(org.apache.kafka.clients.consumer.Consumer<?, ?> consumer, Consumer<String> log) {
        this.consumer = consumer;
        this.log = log;
    }

    /** Tells of each topic whether it is there. One that comes later is read from then on. */
    void begin(List<String> sources) {
        Map<String, List<PartitionInfo>> existing = consumer.listTopics();
        for (String source : sources) {
            List<PartitionInfo> partitions = existing.get(source);
            log.accept(
                    partitions == null
                            ? "topic " + source + " does not exist: create it; it is read from then on"
                            : "reading topic " + source + ": partitions: " + partitions.size());
        }
    }

    /** Takes note of messages that were passed on, and tells how far it is at the first of them and then each minute. */
    void passed(ConsumerRecords<?, ?> batch, Instant now) {
        for (TopicPartition partition : batch.partitions()) {
            messages.merge(partition.topic(), (long) batch.records(partition).size(), Long::sum);
        }
        if (told == null || !now.isBefore(told.plus(INTERVAL))) {
            told = now;
            messages.forEach((topic, count) ->
                    log.accept("topic " + topic + ": " + count + " messages read, " + behind(topic) + " to be read"));
        }
    }

    private long behind(String topic) {
        return consumer.assignment().stream()
                .filter(partition -> partition.topic().equals(topic))
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum();
    }
}
