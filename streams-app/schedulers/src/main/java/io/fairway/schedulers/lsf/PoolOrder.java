package io.fairway.schedulers.lsf;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * In which order the queues of a pool are served.
 *
 * <ol>
 *   <li>First the queue that used least of what it is entitled to: accumulated slots / SLOT_SHARE. At first nobody used
 *       anything, and PRIORITY decides.
 *   <li>Of equal ones the higher PRIORITY, then the one that lsb.queues lists earlier.
 *   <li>Accumulated slots are slot-hours that are decayed by HIST_HOURS.
 *   <li>Queues that are in no pool stand between them by PRIORITY: all queues are sorted by PRIORITY, and the places of a
 *       pool's queues are then taken in the order of the pool.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Slot allocation per queue, which says that the accumulated slots order the queues and are
 * decayed, but publishes no formula: the key and the decay are ours.
 */
public final class PoolOrder {
    private PoolOrder() {}

    /**
     * A time in which a queue used slots.
     *
     * @param from hours ago
     * @param to hours ago, at most {@code from}
     */
    public record SlotUse(long slots, double from, double to) {}

    /** A queue of the cluster; {@code pool} is empty if it is in none. */
    public record Place(String queue, long priority, String pool) {}

    /** Slot-hours with each hour decayed by its age. */
    public static double accumulated(List<SlotUse> uses, HistoryDecay decay) {
        double sum = 0;
        for (SlotUse use : uses) {
            sum += use.slots() * decay.accrued(use.from(), use.to());
        }
        return sum;
    }

    /** The queues of one pool in the order in which they are served; given in the order of lsb.queues. */
    public static List<PoolQueue> order(List<PoolQueue> queues) {
        List<PoolQueue> ordered = new ArrayList<>(queues);
        ordered.sort(Comparator.comparingDouble(PoolOrder::key)
                .thenComparing(Comparator.comparingLong(PoolQueue::priority).reversed()));
        return ordered;
    }

    /** Why a queue stands where it does. */
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
     * All queues of a cluster, names in the order in which they dispatch.
     *
     * @param places in the order of lsb.queues
     * @param pools each pool's queues in its order, as {@link #order} gives them
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
                        "queue " + place.queue() + ": nothing is known of its pool " + place.pool());
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
