package io.fairway.app.holdings;

import io.fairway.engine.store.AppliedOffset;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;

/** What the tasks of this instance have applied of the partitions that they read, from their stores. */
public final class TaskMarks {
    private TaskMarks() {}

    /** The marks of the active tasks. A task that moves meanwhile is left out: its next owner looks. */
    public static Map<TopicPartition, AppliedOffset> read(KafkaStreams streams, Topics topics) {
        Map<TopicPartition, AppliedOffset> marks = new HashMap<>();
        String events = topics.name(Topic.JOB_EVENTS);
        streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .filter(partition -> partition.topic().equals(events))
                .mapToInt(TopicPartition::partition)
                .forEach(partition -> read(streams, topics, partition, marks));
        return marks;
    }

    private static void read(
            KafkaStreams streams, Topics topics, int partition, Map<TopicPartition, AppliedOffset> marks) {
        try {
            StateStores.forEach(
                    streams.store(StoreQueryParameters.fromNameAndType(
                                    Stores.MARKS.name(), QueryableStoreTypes.<String, byte[]>keyValueStore())
                            .withPartition(partition)),
                    (topic, bytes) -> {
                        // The topics of a cluster that is no longer named may be gone.
                        if (topics.of(topic) != null) {
                            marks.put(new TopicPartition(topic, partition), AppliedOffset.of(bytes));
                        }
                    });
        } catch (InvalidStateStoreException moved) {
            // Its next owner looks.
        }
    }
}
