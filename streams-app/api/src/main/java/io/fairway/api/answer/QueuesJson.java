package io.fairway.api.answer;

import java.util.List;
import java.util.Map;

/** Queues and pools in the order of a policy. */
public record QueuesJson(
        String domain,
        PolicyNameJson policy,
        boolean ordered,
        List<Queue> queues,
        List<Pool> pools,
        FreshnessJson freshness) {
    /** The waiting and running jobs of a queue. */
    public record Queue(String queue, long pending, long running, double slotsPending, double slotsRunning) {}

    /** Queues that share slots. */
    public record Pool(String pool, List<String> order, Map<String, Long> slots) {}
}
