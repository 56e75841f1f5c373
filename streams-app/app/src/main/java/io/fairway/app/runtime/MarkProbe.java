package io.fairway.app.runtime;

import io.fairway.engine.store.AppliedOffset;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Whether the logs of the inputs still hold all that is applied. A broker that lost the end of a log gives the same
 * offsets out again. The task tells such records from old ones by their append time; here an operator hears of the loss.
 */
final class MarkProbe implements Probe {
    private final Supplier<Map<TopicPartition, AppliedOffset>> marks;
    private final Function<Collection<TopicPartition>, Map<TopicPartition, Long>> ends;
    private final Function<String, Uuid> topicIds;

    /**
     * A probe.
     *
     * @param marks what is applied of the partitions that this instance reads
     * @param ends the ends of the logs of partitions
     * @param topicIds the present id of a topic by its name
     */
    MarkProbe(
            Supplier<Map<TopicPartition, AppliedOffset>> marks,
            Function<Collection<TopicPartition>, Map<TopicPartition, Long>> ends,
            Function<String, Uuid> topicIds) {
        this.marks = marks;
        this.ends = ends;
        this.topicIds = topicIds;
    }

    @Override
    public String asked() {
        return "the stores";
    }

    @Override
    public @Nullable Fault look() {
        // Marks first: a log that grows meanwhile is no shorter.
        Map<TopicPartition, AppliedOffset> applied = marks.get();
        Map<TopicPartition, Long> logs;
        try {
            logs = applied.isEmpty() ? Map.of() : ends.apply(applied.keySet());
        } catch (KafkaException away) {
            return null; // The probe of topics says it.
        }
        Map<String, String> lost = new TreeMap<>();
        applied.forEach((partition, appliedOffset) -> {
            Long end = logs.get(partition);
            boolean same = appliedOffset.topicId().equals(topicIds.apply(partition.topic()));
            if (same && end != null && end < appliedOffset.next()) {
                lost.put(partition.toString(), partition + " ends at " + end + ", before " + appliedOffset.next());
            }
        });
        return lost.isEmpty()
                ? null
                : new Fault(
                        "the log of " + String.join(", of ", lost.values())
                                + ", which is applied: the brokers lost its last records; they stay applied, and"
                                + " records that come now are applied, too",
                        Effect.SAID);
    }
}
