package io.fairway.app.metrics;

import java.util.Collection;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.ThreadMetadata;

/** How many partitions of the input topics an instance processes. */
final class InputPartitions {
    private InputPartitions() {}

    /**
     * Counts partition numbers: the same partition of several topics is one.
     *
     * @param inputs names of the input topics
     */
    static int count(Collection<ThreadMetadata> threads, Set<String> inputs) {
        return (int) threads.stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .filter(partition -> inputs.contains(partition.topic()))
                .mapToInt(TopicPartition::partition)
                .distinct()
                .count();
    }
}
