package io.fairway.system.docs.extend;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.cluster.DispatchRecords;
import io.fairway.dispatcher.cluster.DispatchTarget;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.FencedPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The example of docs/extend.md: tells a scheduler the priority of each waiting job, and again when it changed. */
public final class PriorityTeller implements DispatchTarget {
    /** Bounds a transaction, whose readers wait for its end. */
    private static final int MAX_TOLD = 500;

    private final String name;
    private final BiConsumer<JobKey, Long> scheduler;
    private final Map<JobKey, Long> told = new HashMap<>();

    /** @param name of the dispatcher, in its records */
    public PriorityTeller(String name, BiConsumer<JobKey, Long> scheduler) {
        this.name = name;
        this.scheduler = scheduler;
    }

    @Override
    public Duration memory() {
        return Duration.ofDays(7);
    }

    @Override
    public void recall(Dispatch record) {
        Long value = record.getValue();
        if (record.getAction() == DispatchAction.TOLD && value != null) {
            told.put(new JobKey(record.getDomain(), record.getCluster(), record.getJob()), value);
        }
    }

    // shown: begin
    @Override
    public void cycle(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        told.keySet().removeIf(job -> job.domain().equals(domain) && !queue.isWaiting(job));
        List<ChosenJob> changed = queue.order(now).stream()
                .filter(job -> !Objects.equals(told.get(job.key()), priority(job)))
                .limit(MAX_TOLD)
                .toList();
        if (publisher == null || changed.isEmpty()) {
            return; // a dry run tells nothing
        }
        // On record first: whoever leads next must know at least all that the scheduler was told.
        publisher.write(changed.stream()
                .map(job -> DispatchRecords.entry(record(job, queue.waiting(), now)))
                .toList());
        for (ChosenJob job : changed) {
            scheduler.accept(job.key(), priority(job));
            told.put(job.key(), priority(job));
        }
    }
    // shown: end

    private Dispatch record(ChosenJob job, int waiting, long now) {
        return DispatchRecords.of(job.key(), job, DispatchAction.TOLD, name, waiting, Instant.ofEpochMilli(now))
                .setParameter("priority")
                .setValue(priority(job))
                .build();
    }

    private static long priority(ChosenJob job) {
        return Math.round(job.priority());
    }

    @Override
    public Counts counts() {
        return new Counts(0, 0, 0);
    }
}
