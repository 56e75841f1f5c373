package io.fairway.trial.replay;

import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** The remaining work of the application, from its committed offsets. */
final class Backlog implements AutoCloseable {
    private final Admin admin;
    private final String group;
    private final List<TopicPartition> events;
    private final List<TopicPartition> inputs = new ArrayList<>();

    /**
     * The backlog of an application.
     *
     * @param group its application id
     */
    Backlog(Workbench bench, String group, int partitions) {
        this.group = group;
        admin = bench.admin();
        events = partitionsOf(bench.topics().name(Topic.JOB_EVENTS), partitions);
        for (Topic input : bench.topics().inputs()) {
            inputs.addAll(partitionsOf(bench.topics().name(input), partitions));
        }
    }

    private static List<TopicPartition> partitionsOf(String topic, int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    /** The number of job events that are processed and committed. */
    long processedEvents() {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        return events.stream()
                .mapToLong(partition -> offset(committed, partition))
                .sum();
    }

    /** Whether all records in the input topics are processed and committed. */
    boolean isDone() {
        Map<TopicPartition, Long> ends = TopicReader.ends(admin, inputs);
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        return inputs.stream().allMatch(partition -> offset(committed, partition) >= ends.getOrDefault(partition, 0L));
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        try {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot read the committed offsets of group " + group, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static long offset(Map<TopicPartition, OffsetAndMetadata> committed, TopicPartition partition) {
        OffsetAndMetadata offset = committed.get(partition);
        return offset == null ? 0 : offset.offset();
    }

    @Override
    public void close() {
        admin.close();
    }
}
