package io.fairway.policies.family;

import java.util.List;
import java.util.Map;

/**
 * The order in which queues are served.
 *
 * @param pool of queues; empty for the order of all queues
 * @param queues the first one is served first
 * @param slots that each queue of a pool may hold now; in the order of all queues, the job limits of those outside of pools
 */
public record Order(String pool, List<String> queues, Map<String, Long> slots) {}
