package io.fairway.policies.family;

import io.fairway.core.policy.Term;
import java.util.List;
import java.util.Map;

/**
 * The order in which queues are served.
 *
 * @param pool of queues; empty for the order of all queues
 * @param queues the first one is served first
 * @param slots that each queue of a pool may hold now; in the order of all queues, the job limits of those outside of pools
 * @param rounds the steps in which a pool's slots were given to its queues, for people
 * @param numbers of each queue of a pool, by which it has its place and its slots; those of the pool itself have no name
 */
public record Order(
        String pool, List<String> queues, Map<String, Long> slots, List<Term> rounds, Map<String, List<Term>> numbers) {
    /** An order that needs no words. */
    public Order(String pool, List<String> queues, Map<String, Long> slots) {
        this(pool, queues, slots, List.of(), Map.of());
    }
}
