package io.fairway.schedulers.lsf.queue;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of service of a pool's queues.
 *
 * <ol>
 *   <li>First the queue that used least of its share: accumulated slots / SLOT_SHARE. Before any use, PRIORITY decides.
 *   <li>Among equals, the higher PRIORITY comes first, then the earlier one in lsb.queues.
 *   <li>Accumulated slots are slot-hours, decayed by HIST_HOURS.
 *   <li>Queues outside pools stand between them by PRIORITY: all queues are sorted by PRIORITY, and the pool's queues
 *       then share their places in the order of the pool.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Slot allocation per queue. It says that the accumulated slots order the queues and
 * decay, but publishes no formula: the key and the decay are ours.
 */
public final class PoolOrder {
    private PoolOrder() {}

    /**
     * A period in which a queue used slots.
     *
     * @param from hours ago
     * @param to hours ago, at most {@code from}
     */
    public record SlotUse(long slots, double from, double to) {}

    /** A queue of the cluster; {@code pool} is empty for a queue outside pools. */
    public record Place(String queue, long priority, String pool) {}

    /** Slot-hours; each hour decays by its age. */
    public static double accumulated(List<SlotUse> uses, HistoryDecay decay) {
        double sum = 0;
        for (SlotUse use : uses) {
            sum += use.slots() * decay.accrued(use.from(), use.to());
        }
        return sum;
    }

    /** The queues of one pool in their order of service; the argument has the order of lsb.queues. */
    public static List<PoolQueue> order(List<PoolQueue> queues) {
        List<PoolQueue> ordered = new ArrayList<>(queues);
        ordered.sort(Comparator.comparingDouble(PoolOrder::key)
                .thenComparing(Comparator.comparingLong(PoolQueue::priority).reversed()));
        return ordered;
    }

    /** The numbers that give a queue its position. */
    public static Term explain(PoolQueue queue) {
        return Term.of(
                queue.name(),
                key(queue),
                "accumulated slot-hours / SLOT_SHARE, least first; then PRIORITY, then the order of lsb.queues",
                in("accumulatedSlotHours", queue.accumulated()),
                in("SLOT_SHARE", (double) queue.share()),
                in("PRIORITY", queue.priority()));
    }

    /**
     * The names of all queues of a cluster in the order of dispatch.
     *
     * @param places in the order of lsb.queues
     * @param pools each pool's queues in the order of {@link #order}
     */
    public static List<String> withOthers(List<Place> places, java.util.Map<String, List<PoolQueue>> pools) {
        List<Place> byPriority = new ArrayList<>(places);
        byPriority.sort(Comparator.comparingLong(Place::priority).reversed());
        java.util.Map<String, Integer> next = new java.util.HashMap<>();
        List<String> order = new ArrayList<>();
        for (Place place : byPriority) {
            List<PoolQueue> pool = pools.get(place.pool());
            if (place.pool().isEmpty()) {
                order.add(place.queue());
            } else if (pool == null) {
                throw new IllegalArgumentException(
                        "queue " + place.queue() + ": its pool " + place.pool() + " must be among the pools");
            } else {
                int number = next.merge(place.pool(), 1, Integer::sum) - 1;
                order.add(pool.get(number).name());
            }
        }
        return order;
    }

    private static double key(PoolQueue queue) {
        return queue.accumulated() / queue.share();
    }
}
