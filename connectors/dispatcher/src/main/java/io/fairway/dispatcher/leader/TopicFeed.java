package io.fairway.dispatcher.leader;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics from their beginning, without a group, and knows when it has read all records that existed at its start:
 * a view of compacted topics has no meaning before.
 */
public final class TopicFeed {
    private final Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final Map<TopicPartition, Long> ends;
    private final Set<TopicPartition> behind;

    /**
     * Starts to read.
     *
     * @param domain reads only the partitions of this domain; null = all
     * @throws UnknownTopicOrPartitionException if a topic does not exist
     */
    public TopicFeed(
            Consumer<byte[], byte[]> consumer,
            Topics topics,
            Collection<Topic> read,
            @Nullable String domain,
            DomainPartitions partitions) {
        this.consumer = consumer;
        this.topics = topics;
        List<TopicPartition> assigned = new ArrayList<>();
        for (String name : names(read)) {
            List<PartitionInfo> found = consumer.partitionsFor(name);
            if (found == null || found.isEmpty()) {
                throw new UnknownTopicOrPartitionException(
                        "topic " + name + " does not exist; make it with `fairway topics create`");
            }
            for (PartitionInfo partition : found) {
                if (domain == null || partition.partition() == partitions.partition(domain, found.size())) {
                    assigned.add(new TopicPartition(name, partition.partition()));
                }
            }
        }
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
        ends = consumer.endOffsets(assigned);
        behind = new HashSet<>(assigned);
    }

    private List<String> names(Collection<Topic> read) {
        return read.stream().flatMap(topic -> topics.names(topic).stream()).toList();
    }

    /** Continues at these offsets instead of the beginnings; a partition without an offset is not affected. */
    public void startAt(Map<TopicPartition, Long> offsets) {
        offsets.forEach((partition, offset) -> {
            if (ends.containsKey(partition)) {
                consumer.seek(partition, offset);
            }
        });
    }

    /**
     * The offsets of the first records since an instant, or the ends, for the partitions of a topic that it reads.
     *
     * @param since epoch milliseconds by the brokers' clocks
     */
    public Map<TopicPartition, Long> firstSince(Topic topic, long since) {
        Map<TopicPartition, Long> asked = new HashMap<>();
        partitions(topic).forEach(partition -> asked.put(partition, since));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (!asked.isEmpty()) {
            consumer.offsetsForTimes(asked)
                    .forEach((partition, found) ->
                            offsets.put(partition, found == null ? ends.getOrDefault(partition, 0L) : found.offset()));
        }
        return offsets;
    }

    /** The partitions that it reads. */
    public Set<TopicPartition> partitions() {
        return Set.copyOf(ends.keySet());
    }

    /** The partitions of a topic that it reads, on the topics of clusters, too. */
    public Set<TopicPartition> partitions(Topic topic) {
        return ends.keySet().stream()
                .filter(partition -> topics.of(partition.topic()) == topic)
                .collect(Collectors.toSet());
    }

    /** Offset of the next record of a partition that it reads. */
    public long position(TopicPartition partition) {
        return consumer.position(partition);
    }

    /** Whether it has read up to these offsets, as far as it reads these partitions. */
    boolean hasRead(Map<TopicPartition, Long> offsets) {
        return offsets.entrySet().stream()
                .allMatch(each ->
                        !ends.containsKey(each.getKey()) || consumer.position(each.getKey()) >= each.getValue());
    }

    /** The next records, after at most this time; may be empty. */
    public ConsumerRecords<byte[], byte[]> poll(Duration atMost) {
        return consumer.poll(atMost);
    }

    /** Whether it has returned all records that existed at its start. */
    public boolean isCaughtUp() {
        behind.removeIf(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
        return behind.isEmpty();
    }
}
