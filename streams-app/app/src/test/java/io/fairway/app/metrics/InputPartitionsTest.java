package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.TaskMetadataImpl;
import org.apache.kafka.streams.processor.internals.ThreadMetadataImpl;
import org.junit.jupiter.api.Test;

class InputPartitionsTest {
    @Test
    void aPartitionOfSeveralTopicsIsOneAndOthersTopicsAreNone() {
        ThreadMetadata one = thread(Set.of(task(3, "shares", "job-events"), task(5, "shares", "job-events")), Set.of());
        ThreadMetadata two = thread(Set.of(task(8, "job-events"), task(9, "misrouted")), Set.of(task(1, "job-events")));

        assertThat(InputPartitions.count(List.of(one, two), Set.of("job-events", "shares")))
                .isEqualTo(3);
        assertThat(InputPartitions.count(List.of(), Set.of("job-events"))).isZero();
    }

    private static TaskMetadata task(int partition, String... topics) {
        Set<TopicPartition> partitions = new HashSet<>();
        Arrays.stream(topics).forEach(topic -> partitions.add(new TopicPartition(topic, partition)));
        return new TaskMetadataImpl(new TaskId(0, partition), partitions, Map.of(), Map.of(), Optional.empty());
    }

    private static ThreadMetadata thread(Set<TaskMetadata> active, Set<TaskMetadata> standby) {
        return new ThreadMetadataImpl("t", "RUNNING", "m", "r", "p", "a", active, standby);
    }
}
