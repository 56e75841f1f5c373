package io.fairway.dispatcher.order;

import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.records.PriorityReader;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The latest records of one policy: the inputs of its jobs' priorities, and the order of its queues. */
final class PriorityView {
    /** A priority record, decoded once. */
    record Entry(
            JobKey job,
            String policy,
            String request,
            String queue,
            NodeId association,
            long submitted,
            Map<String, Double> requestedTres,
            boolean startable,
            ChosenJob.Chunk chunk,
            JobPriorityRecord priority) {
        static Entry of(JobKey job, PriorityRecord record) {
            JobPriorityRecord priority = PriorityReader.read(record);
            return new Entry(
                    job,
                    record.getPolicy(),
                    record.getRequest(),
                    record.getQueue(),
                    PriorityReader.association(record),
                    record.getSubmitTime().toEpochMilli(),
                    Map.copyOf(record.getRequestedTres()),
                    record.getEligible() && !priority.held(),
                    record.getChunkKeys().isEmpty()
                            ? ChosenJob.Chunk.NONE
                            : new ChosenJob.Chunk(record.getChunkSize(), List.copyOf(record.getChunkKeys())),
                    priority);
        }

        /**
         * The job at an instant. An expired record is read at its last millisecond: its successor is on the way, and
         * until then this is the best known value.
         */
        ChosenJob at(long now, int queuePlace, FairshareView.@Nullable Fairshare published) {
            long time = Math.min(now, priority.validUntil() - 1);
            double fairshare = published == null ? Double.NaN : published.term(priority.fairshareTerm());
            return new ChosenJob(
                    job,
                    policy,
                    request,
                    queue,
                    queuePlace,
                    association,
                    submitted,
                    requestedTres,
                    number(priority.evaluate(time, fairshare)),
                    number(priority.thenAt(time)),
                    fairshare,
                    chunk);
        }

        boolean isResize() {
            return request.equals(Keys.RESIZE);
        }

        /** A grammar with infinite parts may have no value; such a job must not come first. */
        private static double number(double value) {
            return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, Entry> resizes = new HashMap<>();
    private final FairshareView fairshare = new FairshareView();
    private final QueueOrders orders = new QueueOrders();

    @Nullable
    Entry put(String key, Entry entry) {
        return (entry.isResize() ? resizes : entries).put(key, entry);
    }

    @Nullable
    Entry remove(String key) {
        Entry entry = entries.remove(key);
        return entry == null ? resizes.remove(key) : entry;
    }

    QueueOrders orders() {
        return orders;
    }

    FairshareView fairshare() {
        return fairshare;
    }

    /** Passes on every job that may start at an instant, except the taken ones. */
    void startable(long now, Predicate<JobKey> taken, Consumer<ChosenJob> found) {
        handOn(entries, now, taken, found);
    }

    /** Passes on every resize request that may be granted at an instant, except the taken ones. */
    void resizable(long now, Predicate<JobKey> taken, Consumer<ChosenJob> found) {
        handOn(resizes, now, taken, found);
    }

    private void handOn(Map<String, Entry> from, long now, Predicate<JobKey> taken, Consumer<ChosenJob> found) {
        for (Entry entry : from.values()) {
            if (entry.startable() && !taken.test(entry.job())) {
                int place = orders.place(entry.queue());
                ChosenJob job = entry.at(now, place, fairshare.of(entry.association()));
                if (entry.priority().mayStart(job.priority())) {
                    found.accept(job);
                }
            }
        }
    }
}
