package io.fairway.policies.lsf;

import io.fairway.core.hosts.Host;
import io.fairway.core.hosts.HostSlots;
import io.fairway.core.hosts.HostTable;
import io.fairway.core.model.Attribute;
import io.fairway.policies.family.QueuedJob;
import io.fairway.schedulers.lsf.cluster.LsfCluster.SlotPool;
import io.fairway.schedulers.lsf.queue.PoolHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What running jobs hold on the hosts of pools, and so the slots that each pool has at an instant: in use plus free, up to
 * MXJ and lsb.resources. A run without hosts in its events counts on no host.
 *
 * <p>Source: Platform LSF 6.2, Queue-based Fairshare (How LSF allocates slots for a pool of queues).
 */
final class LsfHostUse {
    private final HostTable hosts;
    /** Slots by host and pool; the pool of queues outside is empty. */
    private final Map<Host.Id, Map<String, Long>> byHost = new HashMap<>();

    LsfHostUse(HostTable hosts) {
        this.hosts = hosts;
    }

    /**
     * A running job holds slots.
     *
     * @param pool of its queue; empty = none
     * @return whether its hosts are known
     */
    boolean add(QueuedJob job, String pool, long slots) {
        String runsOn = job.view().attributes().text(Attribute.EXECUTION_HOSTS, "");
        if (hosts.isEmpty() || runsOn.isEmpty()) {
            return false;
        }
        HostSlots.of(runsOn, slots)
                .forEach((host, inUse) -> byHost.computeIfAbsent(
                                new Host.Id(job.key().cluster(), host), id -> new HashMap<>())
                        .merge(pool, inUse, Long::sum));
        return true;
    }

    /**
     * The slots of a pool on its hosts.
     *
     * @param limit of lsb.resources over all of them; null = none
     * @return null if the table has the slots of none of them
     */
    @Nullable
    Long total(SlotPool pool, @Nullable Long limit) {
        List<PoolHost> ofPool = new ArrayList<>();
        for (Host host : hosts.named(pool.queues().get(0).hosts())) {
            if (host.most() != null) {
                ofPool.add(poolHost(host, pool.name()));
            }
        }
        return ofPool.isEmpty() ? null : (Long) PoolHost.total(ofPool, limit);
    }

    private PoolHost poolHost(Host host, String pool) {
        Map<String, Long> inUse = byHost.getOrDefault(host.id(), Map.of());
        long inside = inUse.getOrDefault(pool, 0L);
        long all = inUse.values().stream().mapToLong(Long::longValue).sum();
        return new PoolHost(host.id().name(), host.slots(), host.slotLimit(), all - inside, inside, host.isOpen());
    }
}
