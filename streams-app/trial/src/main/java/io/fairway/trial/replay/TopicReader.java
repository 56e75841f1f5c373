package io.fairway.trial.replay;

import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Reads topics of a {@link Workbench} from their beginning. */
final class TopicReader {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Workbench bench;

    TopicReader(Workbench bench) {
        this.bench = bench;
    }

    /** Hands out every committed record in a topic now, in the order of its partition. */
    void readAll(Topic topic, Consumer<ConsumerRecord<String, byte[]>> action) {
        try (Admin admin = bench.admin();
                KafkaConsumer<String, byte[]> consumer = bench.consumer()) {
            List<TopicPartition> partitions = assign(consumer, topic);
            // The ends of all records: a coordinator may not have marked the last transaction as committed yet.
            Map<TopicPartition, Long> ends = ends(admin, partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
                consumer.poll(POLL).forEach(action);
            }
        }
    }

    /** Hands out committed records of a topic as they come, until {@code enough} is true after a poll. */
    void readUntil(
            Topic topic, Consumer<ConsumerRecord<String, byte[]>> action, java.util.function.BooleanSupplier enough) {
        try (KafkaConsumer<String, byte[]> consumer = bench.consumer()) {
            assign(consumer, topic);
            while (!enough.getAsBoolean()) {
                consumer.poll(POLL).forEach(action);
            }
        }
    }

    /** The next offset of every partition of some topics. */
    static Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try {
            Map<TopicPartition, ListOffsetsResultInfo> found =
                    admin.listOffsets(wanted).all().get();
            found.forEach((partition, info) -> ends.put(partition, info.offset()));
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException("cannot read the ends of " + partitions, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return ends;
    }

    private List<TopicPartition> assign(KafkaConsumer<String, byte[]> consumer, Topic topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(bench.topics().name(topic)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return partitions;
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }
}
