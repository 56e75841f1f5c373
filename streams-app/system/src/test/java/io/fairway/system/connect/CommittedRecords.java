package io.fairway.system.connect;

import io.fairway.trial.replay.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads topics as they are now. */
final class CommittedRecords {
    private CommittedRecords() {}

    /** All committed records of a topic; none if it does not exist. */
    static List<ConsumerRecord<String, byte[]>> of(Workbench bench, String topic, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = bench.consumer()) {
            if (!consumer.listTopics().containsKey(topic)) {
                return records;
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        } catch (TimeoutException | UnknownTopicOrPartitionException e) {
            records.clear();
        }
        return records;
    }
}
