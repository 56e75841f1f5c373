package io.fairway.dispatcher.order;

import io.fairway.core.priority.Standing;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.running.RunningJobs;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one domain in their order at one instant. Priorities change with time and with other jobs, each in its
 * own way, so an order is valid for one instant only: every cycle sorts again.
 *
 * <p>Order: the position of the queue if the policy orders queues, with jobs of other queues or none last; then that of
 * {@link Standing} (priority, the number for equal priorities, submission, job id), then cluster and request.
 *
 * <p>A chunk (LSF) is a number of jobs that start one after the other in the slots of its first job. So a job that waits in
 * one goes before all others, and only when no member of it runs.
 *
 * <p>A queue of a pool holds no more slots than the order of the pool gives it. Under {@link HeadRule#BLOCKS} a job
 * that must wait for slots of its queue blocks the queue, and no other. A job that requests more than the queue may
 * ever hold does not block it.
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
    private final Overtaken overtaken;
    private final RunningJobs running;
    private final PriorityQueue<ChosenJob> ordered;
    private final Set<String> openClusters = new HashSet<>();
    private final Set<String> closedQueues = new HashSet<>();
    /** By cluster, the first job that had its turn and must wait. */
    private final Map<String, ChosenJob> heads = new TreeMap<>();

    /**
     * @param taken tells the jobs that were started or refused, also since the start of the cycle
     * @param overtaken notes the jobs that do not fit
     */
    DispatchCycle(
            HeadRule rule,
            Predicate<ChosenJob> taken,
            QueueOrders orders,
            Cluster cluster,
            RunningJobs running,
            Overtaken overtaken) {
        this.rule = rule;
        this.taken = taken;
        this.orders = orders;
        this.cluster = cluster;
        this.running = running;
        this.overtaken = overtaken;
        // A job joins a chunk outside of the queue only, see along(): its place here never changes.
        Comparator<ChosenJob> chunksFirst = Comparator.comparing(job -> running.chunkOf(job.key()) == null);
        ordered = new PriorityQueue<>(chunksFirst.thenComparing(ORDER));
    }

    void add(ChosenJob job) {
        ordered.add(job);
        openClusters.add(job.key().cluster());
    }

    /**
     * The next job that fits; null when no other can start in this cycle. It returns a job at most once, whatever
     * happens to it, and never one that was marked as started since. It asks the cluster in the order of the queue
     * whether a job fits.
     */
    public @Nullable ChosenJob next() {
        while (!openClusters.isEmpty()) {
            ChosenJob job = ordered.poll();
            if (job == null) {
                return null;
            }
            if (isPassedBy(job)) {
                continue;
            }
            if (!hasSlots(job)) {
                waits(job);
                continue;
            }
            if (cluster.fits(job)) {
                return job;
            }
            waits(job);
            overtaken.passedOver(job);
            if (rule == HeadRule.BLOCKS) {
                openClusters.remove(job.key().cluster());
            }
        }
        return null;
    }

    private void waits(ChosenJob job) {
        if (!job.isResize()) {
            heads.putIfAbsent(job.key().cluster(), job);
        }
    }

    /** Of each cluster the first job that had its turn and must wait, in the order of the clusters' names. */
    public Collection<ChosenJob> heads() {
        return Collections.unmodifiableCollection(heads.values());
    }

    /** Whether a job of a cluster is among {@link #heads}. */
    public boolean isHead(String ofCluster) {
        return heads.containsKey(ofCluster);
    }

    /** Why a job must wait, or was refused: one sentence. */
    public String why(ChosenJob job) {
        double limit = orders.limit(job.queue());
        double would = limit == Double.POSITIVE_INFINITY ? 0 : cluster.wouldHold(job);
        return would > limit
                ? "queue " + job.queue() + " would hold " + Math.round(would) + " slots with it, and may hold "
                        + Math.round(limit) + " now"
                : cluster.whyNot(job);
    }

    /** The jobs that did not fit, while others behind them may start. */
    public Overtaken overtaken() {
        return overtaken;
    }

    /**
     * The other members of the chunk that a job begins: the next jobs in their order that may be in it. From here on they
     * are not offered in this cycle.
     */
    public List<ChosenJob> along(ChosenJob first) {
        if (first.isResize() || first.chunk().size() < 2 || running.chunkOf(first.key()) != null) {
            return List.of();
        }
        List<ChosenJob> members = ordered.stream()
                .filter(job -> first.takesAlong(job) && running.chunkOf(job.key()) == null && !isPassedBy(job))
                .sorted(ORDER)
                .limit(first.chunk().size() - 1)
                .toList();
        ordered.removeAll(Set.copyOf(members));
        return members;
    }

    private boolean isPassedBy(ChosenJob job) {
        return running.waitsForItsChunk(job.key())
                || !openClusters.contains(job.key().cluster())
                || closedQueues.contains(job.queue())
                || taken.test(job);
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
