package io.fairway.scenario.lsf;

import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of pending jobs of several queues under user-based fairshare.
 *
 * <ol>
 *   <li>Queues sort by PRIORITY; among equals, the earlier one in lsb.queues comes first, a fairshare queue as a whole.
 *   <li>Within a fairshare queue: the higher dynamic user priority, then the higher job priority, then the earlier
 *       submission. Within another queue: job priority, then submission.
 *   <li>The queues of a cross-queue set count as one queue of the set's highest PRIORITY, at the position of the
 *       parent. With DISPATCH_ORDER=QUEUE each keeps its own PRIORITY, and queues of equal PRIORITY count as one queue.
 *   <li>A job that an administrator moved with btop goes before those of the same job priority; in a fairshare queue (set)
 *       before all others, until bbot.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, How fair share affects job dispatch order; Cross-queue user-based fair share; btop.
 * RELAX_JOB_DISPATCH_ORDER may break this order; a warning reports it.
 *
 * @param job its id, the last criterion
 * @param priority PRIORITY of its queue, or the highest of its cross-queue set
 * @param place position in lsb.queues of its queue, or of the parent of its set
 * @param fairshare whether its queue (set) has fairshare
 * @param top whether btop moved it ahead
 * @param userPriority dynamic priority of the user among its competitors; equal for all without fairshare
 * @param jobPriority job priority
 * @param submitted epoch milliseconds
 */
record QueueOrder(
        String job,
        long priority,
        int place,
        boolean fairshare,
        boolean top,
        double userPriority,
        double jobPriority,
        long submitted)
        implements Comparable<QueueOrder> {
    private static final Comparator<QueueOrder> ORDER = Comparator.comparingLong((QueueOrder each) -> -each.priority)
            .thenComparingInt(QueueOrder::place)
            .thenComparing(each -> !(each.top && each.fairshare))
            .thenComparingDouble(each -> -each.userPriority)
            .thenComparingDouble(each -> -each.jobPriority)
            .thenComparing(each -> !each.top)
            .thenComparingLong(QueueOrder::submitted)
            .thenComparing(QueueOrder::job);

    /** A pending job by its queue in the cluster's configuration. */
    static QueueOrder of(
            String job,
            String queue,
            LsfCluster cluster,
            boolean top,
            double userPriority,
            double jobPriority,
            long submitted) {
        List<String> names = cluster.queues().stream().map(LsfQueue::name).toList();
        int own = names.indexOf(queue);
        if (own < 0) {
            throw new IllegalArgumentException("job " + job + ": queue " + queue + " must be in the cluster");
        }
        LsfQueue parent = cluster.queues().get(own);
        for (LsfQueue each : cluster.queues()) {
            if (each.fairshareQueues().contains(queue)) {
                parent = each;
            }
        }
        List<LsfQueue> set = new ArrayList<>(List.of(parent));
        for (LsfQueue each : cluster.queues()) {
            if (parent.fairshareQueues().contains(each.name())) {
                set.add(each);
            }
        }
        long highest = set.stream().mapToLong(LsfQueue::priority).max().orElseThrow();
        return new QueueOrder(
                job,
                parent.dispatchOrderQueue() ? cluster.queues().get(own).priority() : highest,
                names.indexOf(parent.name()),
                parent.fairshare(),
                top,
                parent.fairshare() ? userPriority : 0,
                jobPriority,
                submitted);
    }

    @Override
    public int compareTo(QueueOrder other) {
        return ORDER.compare(this, other);
    }
}
