package io.fairway.dispatcher.leader;

import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.dispatcher.running.StoredJobs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes {@link StoredJobs} for the led partitions, and then the offsets at which a restart begins. */
public final class JobSnapshot {
    private static final Logger log = LoggerFactory.getLogger(JobSnapshot.class);
    private static final int MOST = 500;

    private final StoredJobs stored;
    private final RunningJobs running;
    private final Leadership leadership;
    private final LeadGroup group;
    private final ToIntFunction<String> partitionOf;
    private final Map<TopicPartition, Long> kept = new HashMap<>();

    public JobSnapshot(
            StoredJobs stored,
            RunningJobs running,
            Leadership leadership,
            LeadGroup group,
            ToIntFunction<String> partitionOf) {
        this.stored = stored;
        this.running = running;
        this.leadership = leadership;
        this.group = group;
        this.partitionOf = partitionOf;
    }

    /**
     * Writes what has changed; a partition where that fails is tried again the next time.
     *
     * @param events the partitions of the job events
     * @param dispatched domains whose lead stays open
     */
    public void write(TopicFeed feed, Set<TopicPartition> events, Set<String> dispatched) {
        Map<String, Map<JobKey, RunningJobs.Observed>> observed = running.observed();
        Set<String> domains = new TreeSet<>(observed.keySet());
        domains.addAll(stored.domains());
        for (TopicPartition partition : events) {
            long position = feed.position(partition);
            Long before = kept.get(partition);
            if (!group.owns(partition.partition()) || (before != null && before == position)) {
                continue;
            }
            boolean all = true;
            for (String domain : domains) {
                if (partitionOf.applyAsInt(domain) == partition.partition()) {
                    all &= write(domain, observed.getOrDefault(domain, Map.of()), feed);
                    if (!dispatched.contains(domain)) {
                        leadership.drop(domain);
                    }
                }
            }
            if (all && keep(partition, position)) {
                kept.put(partition, position);
            }
        }
    }

    private boolean write(String domain, Map<JobKey, RunningJobs.Observed> observed, TopicFeed feed) {
        List<FencedPublisher.Entry> changes = stored.changes(domain, observed);
        if (changes.isEmpty()) {
            return true;
        }
        FencedPublisher publisher = leadership.of(domain, feed);
        if (publisher == null) {
            return false;
        }
        try {
            for (int from = 0; from < changes.size(); from += MOST) {
                List<FencedPublisher.Entry> part = changes.subList(from, Math.min(changes.size(), from + MOST));
                publisher.write(part);
                stored.written(part);
            }
            return true;
        } catch (RuntimeException e) {
            if (!FencedPublisher.isPassing(e)) {
                throw e;
            }
            leadership.failed(domain, e);
            return false;
        }
    }

    private boolean keep(TopicPartition partition, long position) {
        try {
            group.keep(partition, position);
            return true;
        } catch (RuntimeException e) {
            if (!FencedPublisher.isPassing(e)
                    && !(e instanceof CommitFailedException)
                    && !(e instanceof RebalanceInProgressException)) {
                throw e;
            }
            log.info("the position of {} is not kept: {}", partition, e.toString());
            return false;
        }
    }
}
