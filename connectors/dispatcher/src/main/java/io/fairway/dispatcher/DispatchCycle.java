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
 * <p>Order: the place of the queue where the policy orders queues, jobs of other queues or none last; then that of {@link
 * Standing} (priority, what decides between equal ones, submission, job id), then cluster and request.
 *
 * <p>A queue of a pool holds no more slots than the order of the pool gives it. Under {@link HeadRule#BLOCKS} a job that must
 * wait for slots of its queue blocks the queue, and no other; not if it asks for more than the queue may hold at all.
 */
public final class DispatchCycle {
    static final Comparator<ChosenJob> ORDER = Comparator.comparingInt(ChosenJob::queuePlace)
            .thenComparing(Standing.ORDER)
            .thenComparing(job -> job.key().cluster())
            .thenComparing(ChosenJob::request);

    private final HeadRule rule;
    private final Predicate<ChosenJob> taken;
    private final QueueOrders orders;
    private final Cluster cluster;
    private final PriorityQueue<ChosenJob> ordered = new PriorityQueue<>(ORDER);
    private final Set<String> openClusters = new HashSet<>();
    private final Set<String> closedQueues = new HashSet<>();

    /** @param taken who was started or refused, also since the cycle was made */
    DispatchCycle(HeadRule rule, Predicate<ChosenJob> taken, QueueOrders orders, Cluster cluster) {
        this.rule = rule;
        this.taken = taken;
        this.orders = orders;
        this.cluster = cluster;
    }

    void add(ChosenJob job) {
        ordered.add(job);
        openClusters.add(job.key().cluster());
    }

    /**
     * The next job that fits, or null when no other can start in this cycle. A job is returned at most once, whatever
     * becomes of it; one that was marked as started since, not at all. The cluster is asked in the order of the queue whether
     * a job fits.
     */
    public @Nullable ChosenJob next() {
        while (!openClusters.isEmpty()) {
            ChosenJob job = ordered.poll();
            if (job == null) {
                return null;
            }
            if (isPassedBy(job) || !hasSlots(job)) {
                continue;
            }
            if (cluster.fits(job)) {
                return job;
            }
            if (rule == HeadRule.BLOCKS) {
                openClusters.remove(job.key().cluster());
            }
        }
        return null;
    }

    private boolean isPassedBy(ChosenJob job) {
        return !openClusters.contains(job.key().cluster()) || closedQueues.contains(job.queue()) || taken.test(job);
    }

    private boolean hasSlots(ChosenJob job) {
        double limit = orders.limit(job.queue());
        if (limit == Double.POSITIVE_INFINITY || cluster.wouldHold(job) <= limit) {
            return true;
        }
        if (rule == HeadRule.BLOCKS && job.processors() <= limit) {
            closedQueues.add(job.queue());
        }
        return false;
    }
}
