package io.fairway.dispatcher;

import io.fairway.core.priority.Standing;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one domain in their order at one instant. Priorities move with time and with other jobs, each in its own way,
 * so that no order outlives its instant: every cycle makes its own.
 *
 * <p>Order: that of {@link Standing} (priority, what decides between equal ones, submission, job id), then cluster and
 * request.
 */
public final class DispatchCycle {
    static final Comparator<WaitingJob> ORDER = ((Comparator<WaitingJob>) Standing.ORDER::compare)
            .thenComparing(job -> job.key().cluster())
            .thenComparing(WaitingJob::request);

    private final DispatchQueue queue;
    private final HeadRule rule;
    private final PriorityQueue<WaitingJob> ordered = new PriorityQueue<>(ORDER);
    private final Set<String> open = new HashSet<>();

    DispatchCycle(DispatchQueue queue, HeadRule rule) {
        this.queue = queue;
        this.rule = rule;
    }

    void add(WaitingJob job) {
        ordered.add(job);
        open.add(job.key().cluster());
    }

    /**
     * The next job that fits, or null when no other can start in this cycle. A job is returned at most once, whatever
     * becomes of it; one that was marked as started since, not at all.
     *
     * @param fits whether the resources that are free now are enough; asked in the order of the queue
     */
    public @Nullable WaitingJob next(Predicate<WaitingJob> fits) {
        while (!open.isEmpty()) {
            WaitingJob job = ordered.poll();
            if (job == null) {
                return null;
            }
            if (!open.contains(job.key().cluster()) || queue.isTaken(job.key())) {
                continue;
            }
            if (fits.test(job)) {
                return job;
            }
            if (rule == HeadRule.BLOCKS) {
                open.remove(job.key().cluster());
            }
        }
        return null;
    }
}
