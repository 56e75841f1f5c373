package io.fairway.dispatcher;

import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.leader.LeadGroup;
import io.fairway.dispatcher.leader.TopicFeed;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.dispatcher.running.StoredJobs;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a dispatcher reads: first the stored jobs, then all topics, the job events from where the stored jobs end. */
final class DispatcherInput {
    private static final Logger log = LoggerFactory.getLogger(DispatcherInput.class);
    private static final Duration CATCHING_UP = Duration.ofMillis(100);

    private final DispatcherConfig config;
    private final Consumer<byte[], byte[]> consumer;
    private final LeadGroup group;
    private final DomainQueues queues;
    private final RunningJobs running;
    private final StoredJobs stored;
    private final Duration memory;
    private final boolean hosts;
    private final BooleanSupplier isStopping;
    private @Nullable TopicFeed feed;
    private int partitions = 1;
    private boolean whole = true;

    /**
     * @param memory how far back to read the dispatch records; zero = none of them
     * @param hosts whether to read hosts, and with them policies
     */
    DispatcherInput(
            DispatcherConfig config,
            Consumer<byte[], byte[]> consumer,
            LeadGroup group,
            DomainQueues queues,
            RunningJobs running,
            StoredJobs stored,
            Duration memory,
            boolean hosts,
            BooleanSupplier isStopping) {
        this.config = config;
        this.consumer = consumer;
        this.group = group;
        this.queues = queues;
        this.running = running;
        this.stored = stored;
        this.memory = memory;
        this.hosts = hosts;
        this.isStopping = isStopping;
    }

    /**
     * Reads all records that exist now.
     *
     * @throws WakeupException if the dispatcher stops meanwhile
     */
    TopicFeed open() {
        // First where to begin, then what is stored: that must not be older.
        TopicFeed events = feed(EnumSet.of(Topic.JOB_EVENTS));
        Topics topics = config.topics();
        partitions = consumer.partitionsFor(topics.name(Topic.JOB_EVENTS)).size();
        Map<TopicPartition, Long> from = new HashMap<>(group.positions(events.partitions()));
        TopicFeed jobs = feed(EnumSet.of(Topic.DISPATCHER_JOBS));
        catchUp(jobs);
        stored.restore(running);
        Map<TopicPartition, Long> ends = new HashMap<>();
        jobs.partitions().forEach(partition -> ends.put(partition, jobs.position(partition)));
        // The topic is new, or was made anew: what the position leaves out is nowhere.
        from.keySet()
                .removeIf(partition -> ends.getOrDefault(
                                new TopicPartition(topics.name(Topic.DISPATCHER_JOBS), partition.partition()), 0L)
                        == 0);
        log.info("reads {} stored jobs, and the job events from {}", stored.count(), from);
        from.putAll(ends);
        TopicFeed all = feed(all());
        all.startAt(from);
        all.startAt(remembered(all));
        catchUp(all);
        feed = all;
        return all;
    }

    /** Where the remembered dispatch records begin. */
    private Map<TopicPartition, Long> remembered(TopicFeed all) {
        long since = System.currentTimeMillis() - memory.toMillis();
        return all.firstSince(Topic.DISPATCHES, since);
    }

    private Set<Topic> all() {
        Set<Topic> all = EnumSet.of(
                Topic.PRIORITIES,
                Topic.FAIRSHARE,
                Topic.RANKS,
                Topic.ORDERS,
                Topic.HEARTBEATS,
                Topic.JOB_EVENTS,
                Topic.DISPATCHER_JOBS);
        if (hosts) {
            all.add(Topic.HOSTS);
        }
        if (config.policy() == null || hosts) {
            all.add(Topic.POLICIES);
        }
        if (memory.isPositive()) {
            all.add(Topic.DISPATCHES);
        }
        return all;
    }

    private TopicFeed feed(Set<Topic> read) {
        return new TopicFeed(consumer, config.topics(), read, config.domain(), config.partitions());
    }

    private void catchUp(TopicFeed unread) {
        while (!unread.isCaughtUp()) {
            if (isStopping.getAsBoolean()) {
                throw new WakeupException();
            }
            read(unread, CATCHING_UP);
        }
    }

    /** Applies the next records, after at most this time. */
    void read(Duration atMost) {
        read(feed(), atMost);
    }

    private void read(TopicFeed from, Duration atMost) {
        ConsumerRecords<byte[], byte[]> records = from.poll(atMost);
        whole = false;
        records.forEach(queues::apply);
        whole = true;
    }

    /** The opened topics. */
    TopicFeed feed() {
        return Objects.requireNonNull(feed, "not open");
    }

    /** Whether all records up to the positions were applied. */
    boolean isWhole() {
        return whole;
    }

    /** The partition of a domain. */
    int partitionOf(String domain) {
        return config.partitions().partition(domain, partitions);
    }
}
