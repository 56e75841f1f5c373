package io.fairway.dispatcher.order;

import io.fairway.avro.QueueOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest orders of one policy: the order of the queues, and the slots that each queue may hold. */
final class QueueOrders {
    /** The position of a queue outside all orders. */
    static final int LAST = Integer.MAX_VALUE;

    private final Map<String, QueueOrder> pools = new HashMap<>();
    private final Map<String, Double> limits = new HashMap<>();
    private Map<String, Long> outside = Map.of();
    private @Nullable Map<String, Integer> places;

    /** Applies the order of a pool's queues, or with an empty name that of all queues; null withdraws it. */
    void apply(String pool, @Nullable QueueOrder order) {
        if (pool.isEmpty()) {
            places = order == null ? null : places(order.getOrder());
            outside = order == null ? Map.of() : order.getSlots();
        } else if (order == null) {
            pools.remove(pool);
        } else {
            pools.put(pool, order);
        }
        limits.clear();
        pools.values().forEach(this::limit);
        outside.forEach((queue, slots) -> limits.merge(queue, (double) slots, Math::min));
    }

    private static Map<String, Integer> places(List<String> order) {
        Map<String, Integer> places = new HashMap<>();
        for (String queue : order) {
            places.putIfAbsent(queue, places.size());
        }
        return places;
    }

    /** A queue without slots in its pool may hold none; a queue on its way to another pool, the lesser of both. */
    private void limit(QueueOrder pool) {
        for (String queue : pool.getOrder()) {
            limits.merge(queue, (double) pool.getSlots().getOrDefault(queue, 0L), Math::min);
        }
        pool.getSlots().forEach((queue, slots) -> limits.merge(queue, (double) slots, Math::min));
    }

    /** The position of a queue, the least is served first; all are equal without an order. */
    int place(String queue) {
        return places == null ? 0 : places.getOrDefault(queue, LAST);
    }

    /** Slots that a queue may hold; infinity for one outside of pools without a limit of its own. */
    double limit(String queue) {
        return limits.isEmpty() ? Double.POSITIVE_INFINITY : limits.getOrDefault(queue, Double.POSITIVE_INFINITY);
    }
}
