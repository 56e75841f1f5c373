package io.fairway.schedulers.lsf.cluster;

import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A queue of lsb.queues, limited to the settings that can conflict for a policy.
 *
 * @param priority PRIORITY
 * @param hosts HOSTS, resolved to host names
 * @param fairshare whether FAIRSHARE is defined
 * @param fairshareQueues FAIRSHARE_QUEUES, the children of this queue
 * @param dispatchOrderQueue DISPATCH_ORDER=QUEUE
 * @param aps APS_PRIORITY; {@code null} = not defined
 * @param timeBasedSlas service classes of its jobs that have a velocity, deadline or throughput goal
 * @param pool SLOT_POOL and its parameters
 */
@RecordBuilder
public record LsfQueue(
        String name,
        long priority,
        Set<String> hosts,
        boolean fairshare,
        List<String> fairshareQueues,
        boolean dispatchOrderQueue,
        @Nullable ApsParameters aps,
        List<String> timeBasedSlas,
        Pool pool)
        implements LsfQueueBuilder.With {
    /**
     * The parameters of queue-based fairshare; {@code null} = not defined.
     *
     * @param name SLOT_POOL
     * @param share SLOT_SHARE
     * @param maxSlots MAX_SLOTS_IN_POOL
     * @param usePriority USE_PRIORITY_IN_POOL
     */
    public record Pool(
            @Nullable String name,
            @Nullable Long share,
            @Nullable Long maxSlots,
            @Nullable Boolean usePriority) {
        /** No queue-based fairshare. */
        public static final Pool NONE = new Pool(null, null, null, null);
    }

    public LsfQueue {
        hosts = Set.copyOf(hosts);
        fairshareQueues = List.copyOf(fairshareQueues);
        timeBasedSlas = List.copyOf(timeBasedSlas);
    }

    /** A queue with first come, first served. */
    public static LsfQueue of(String name, long priority) {
        return new LsfQueue(name, priority, Set.of(), false, List.of(), false, null, List.of(), Pool.NONE);
    }
}
