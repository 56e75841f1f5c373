package io.fairway.dispatcher;

import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The last records of one policy: what its jobs' priorities are made of. */
final class PriorityView {
    /** A priority record, read once. */
    record Entry(
            JobKey job,
            String policy,
            String request,
            NodeId association,
            long submitted,
            Map<String, Double> requestedTres,
            boolean startable,
            JobPriorityRecord priority) {
        static Entry of(JobKey job, PriorityRecord record) {
            JobPriorityRecord priority = PriorityRecords.toCore(record);
            return new Entry(
                    job,
                    record.getPolicy(),
                    record.getRequest(),
                    PriorityRecords.association(record),
                    record.getSubmitTime().toEpochMilli(),
                    Map.copyOf(record.getRequestedTres()),
                    record.getEligible() && !priority.held(),
                    priority);
        }

        /**
         * The job as it stands at an instant. A record that is over is read at its last millisecond: what follows it is on
         * its way, and until then this is the best that is known.
         */
        WaitingJob at(long now, double factor) {
            double value = priority.evaluate(Math.min(now, priority.validUntil() - 1), factor);
            return new WaitingJob(
                    job,
                    policy,
                    request,
                    association,
                    submitted,
                    requestedTres,
                    // A grammar of infinite parts may have no value; it must not be the highest.
                    Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value,
                    factor);
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<NodeId, Double> factors = new HashMap<>();

    @Nullable
    Entry put(String key, Entry entry) {
        return entries.put(key, entry);
    }

    @Nullable
    Entry remove(String key) {
        return entries.remove(key);
    }

    /** Takes a factor; null removes it. */
    void factor(NodeId node, @Nullable Double factor) {
        if (factor == null) {
            factors.remove(node);
        } else {
            factors.put(node, factor);
        }
    }

    /** Hands on every job that may start, except those of {@code taken}, as it stands at an instant. */
    void startable(long now, Predicate<JobKey> taken, Consumer<WaitingJob> found) {
        for (Entry entry : entries.values()) {
            if (entry.startable() && !taken.test(entry.job())) {
                found.accept(entry.at(now, factors.getOrDefault(entry.association(), Double.NaN)));
            }
        }
    }
}
