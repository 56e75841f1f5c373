package io.fairway.dispatcher.leader;

import io.fairway.dispatcher.config.DispatcherConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The group of dispatchers that would start the same jobs. Whoever has a partition of the job events leads its domains.
 * The group decides who is to lead, and notices when a leader dies; that nobody else starts anything is up to
 * {@code FencedPublisher}.
 *
 * <p>It reads no records. For one thread.
 */
public final class LeadGroup implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final AtomicReference<String> leader;
    private final Set<Integer> owned = new TreeSet<>();
    private boolean joined;
    private long changes;

    public LeadGroup(Consumer<byte[], byte[]> consumer, String topic, AtomicReference<String> leader) {
        this.consumer = consumer;
        this.topic = topic;
        this.leader = leader;
    }

    public static LeadGroup of(DispatcherConfig config, String topic) {
        AtomicReference<String> leader = new AtomicReference<>("");
        Map<String, Object> settings = new HashMap<>(config.group());
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(SteadyAssignor.class));
        settings.put(SteadyAssignor.NAME, config.fullName());
        java.util.function.Consumer<String> told = leader::set;
        settings.put(SteadyAssignor.LEADER, told);
        return new LeadGroup(
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()), topic, leader);
    }

    /** Asks for the lead. From now on {@link #poll} must be called again and again. */
    public void join() {
        consumer.subscribe(List.of(topic), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                consumer.pause(partitions);
                partitions.forEach(partition -> owned.add(partition.partition()));
                joined = true;
                changes++;
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                partitions.forEach(partition -> owned.remove(partition.partition()));
                changes++;
            }
        });
    }

    /** Takes part in the group; returns at once. */
    void poll() {
        consumer.poll(Duration.ZERO);
    }

    /** Whether the group has decided once. */
    public boolean hasJoined() {
        return joined;
    }

    /** Grows with each decision of the group. */
    long changes() {
        return changes;
    }

    /** Whether this dispatcher is to lead the domains of a partition. */
    boolean owns(int partition) {
        return owned.contains(partition);
    }

    /** Name of the leading dispatcher; empty while unknown. */
    String leader() {
        return Objects.requireNonNull(leader.get());
    }

    /** The ends of partitions, behind all records, also those of open transactions. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        return consumer.endOffsets(partitions);
    }

    /** Where a restart begins to read; only partitions where this is known. */
    public Map<TopicPartition, Long> positions(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.committed(partitions).forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(partition, offset.offset());
            }
        });
        return positions;
    }

    /**
     * Keeps a position for a restart.
     *
     * @throws org.apache.kafka.clients.consumer.CommitFailedException if another dispatcher has the partition now
     */
    void keep(TopicPartition partition, long position) {
        consumer.commitSync(Map.of(partition, new OffsetAndMetadata(position)));
    }

    /** Leaves the group: another one takes over at once. */
    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSING));
    }
}
