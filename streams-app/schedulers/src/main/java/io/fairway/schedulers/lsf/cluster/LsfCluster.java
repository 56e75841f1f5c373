package io.fairway.schedulers.lsf.cluster;

import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's configuration, limited to the settings that can conflict for a policy.
 *
 * @param queues in the order of lsb.queues
 * @param hostPartitions the hosts of each host partition of lsb.hosts, by its name
 * @param limitedHosts hosts with MXJ in lsb.hosts or a limit in lsb.resources
 * @param parameters of the dynamic user priority, of lsb.params
 * @param maxUserPriority MAX_USER_PRIORITY; {@code null} = not defined
 * @param jobPriorityOverTime whether JOB_PRIORITY_OVER_TIME is defined
 * @param expiredTime whether EXPIRED_TIME is defined
 * @param relaxedOrder whether RELAX_JOB_DISPATCH_ORDER is set
 */
public record LsfCluster(
        List<LsfQueue> queues,
        Map<String, Set<String>> hostPartitions,
        Set<String> limitedHosts,
        DynamicPriorityParameters parameters,
        @Nullable Long maxUserPriority,
        boolean jobPriorityOverTime,
        boolean expiredTime,
        boolean relaxedOrder) {
    /**
     * A slot pool.
     *
     * @param queues in the order of lsb.queues, at least one
     * @param maxSlots MAX_SLOTS_IN_POOL of its first queue; {@code null} = not defined
     * @param usePriority USE_PRIORITY_IN_POOL of its first queue; N if not defined
     */
    public record SlotPool(
            String name, List<LsfQueue> queues, @Nullable Long maxSlots, boolean usePriority) {
        public SlotPool {
            queues = List.copyOf(queues);
        }
    }

    public LsfCluster {
        queues = List.copyOf(queues);
        hostPartitions = Map.copyOf(hostPartitions);
        limitedHosts = Set.copyOf(limitedHosts);
    }

    /** A cluster with default parameters and no host partitions. */
    public static LsfCluster of(LsfQueue... queues) {
        return new LsfCluster(
                List.of(queues), Map.of(), Set.of(), DynamicPriorityParameters.DEFAULTS, null, false, false, false);
    }

    /** The slot pools, in the order of their first queues. */
    public List<SlotPool> pools() {
        Map<String, List<LsfQueue>> byName = queues.stream()
                .filter(queue -> queue.pool().name() != null)
                .collect(Collectors.groupingBy(
                        queue -> Objects.requireNonNull(queue.pool().name()), LinkedHashMap::new, Collectors.toList()));
        return byName.entrySet().stream()
                .map(each -> {
                    LsfQueue.Pool first = each.getValue().get(0).pool();
                    Boolean usePriority = first.usePriority();
                    return new SlotPool(
                            each.getKey(), each.getValue(), first.maxSlots(), usePriority != null && usePriority);
                })
                .toList();
    }
}
