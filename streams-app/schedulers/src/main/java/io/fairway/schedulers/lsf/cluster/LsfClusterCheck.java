package io.fairway.schedulers.lsf.cluster;

import io.fairway.schedulers.lsf.aps.ApsFactor;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfProblem.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds settings that LSF does not allow together. Each problem names the two parameters and the queue.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior; Absolute priority scheduling; Cross-queue user-based fair share;
 * Slot allocation per queue; lsb.queues, lsb.hosts and lsb.params.
 */
public final class LsfClusterCheck {
    private final LsfCluster cluster;
    private final List<LsfProblem> problems = new ArrayList<>();

    private LsfClusterCheck(LsfCluster cluster) {
        this.cluster = cluster;
    }

    /** The problems of a cluster's configuration; empty if there are none. */
    public static List<LsfProblem> check(LsfCluster cluster) {
        LsfClusterCheck check = new LsfClusterCheck(cluster);
        check.parameters();
        for (LsfQueue queue : cluster.queues()) {
            ApsParameters aps = queue.aps();
            if (aps != null) {
                check.aps(queue, aps);
            }
            check.fairshare(queue);
        }
        check.crossQueue();
        check.pools();
        return check.problems;
    }

    private void parameters() {
        double histHours = cluster.parameters().value(LsfParameter.HIST_HOURS);
        if (cluster.expiredTime() && histHours != 0) {
            error(Code.EXPIRED_TIME, "lsb.params: EXPIRED_TIME must have HIST_HOURS=0 beside it, not " + histHours);
        }
        for (String warning : cluster.parameters().warnings()) {
            warning(Code.COMMITTED_WITHOUT_RUN_TIME, "lsb.params: " + warning);
        }
        if (cluster.relaxedOrder()) {
            warning(Code.RELAXED_ORDER, "RELAX_JOB_DISPATCH_ORDER: LSF does not guarantee the order of dispatch");
        }
    }

    private void aps(LsfQueue queue, ApsParameters aps) {
        String place = "queue " + queue.name();
        if (queue.dispatchOrderQueue()) {
            error(Code.APS_DISPATCH_ORDER, place + ": APS_PRIORITY cannot be used together with DISPATCH_ORDER=QUEUE");
        }
        if (!queue.fairshareQueues().isEmpty()) {
            error(
                    Code.APS_CROSS_QUEUE,
                    place + ": APS_PRIORITY cannot be used together with FAIRSHARE_QUEUES " + queue.fairshareQueues()
                            + "; use QUEUE_GROUP to apply it to several queues");
        }
        cluster.hostPartitions().forEach((partition, hosts) -> {
            if (!Collections.disjoint(hosts, queue.hosts())) {
                error(
                        Code.APS_HOST_PARTITION,
                        place
                                + ": APS_PRIORITY cannot be used together with host-partition fairshare; some of its hosts"
                                + " are in HostPartition " + partition);
            }
        });
        if (!queue.timeBasedSlas().isEmpty()) {
            error(
                    Code.APS_TIME_BASED_SLA,
                    place + ": APS_PRIORITY cannot be used together with time-based SLAs: " + queue.timeBasedSlas());
        }
        boolean fs = aps.counts(ApsFactor.FS);
        if (queue.fairshare() && !fs) {
            error(
                    Code.APS_QUEUE_FAIRSHARE,
                    place
                            + ": APS_PRIORITY cannot be used together with queue-level FAIRSHARE, unless FS has a weight");
        } else if (!queue.fairshare() && fs) {
            warning(
                    Code.APS_FS_WITHOUT_FAIRSHARE,
                    place + ": FS has a weight in APS_PRIORITY, but FS is 0 without FAIRSHARE");
        }
        boolean jobPriority = aps.counts(ApsFactor.JPRIORITY) || cluster.jobPriorityOverTime();
        if (jobPriority && cluster.maxUserPriority() == null) {
            warning(
                    Code.APS_NO_MAX_USER_PRIORITY,
                    place + ": JPRIORITY or JOB_PRIORITY_OVER_TIME without MAX_USER_PRIORITY: the job priority is 0");
        }
        problems.addAll(aps.warnings(place));
    }

    private void fairshare(LsfQueue queue) {
        if (queue.aps() == null
                && queue.fairshare()
                && !cluster.hostPartitions().isEmpty()) {
            error(
                    Code.FAIRSHARE_AND_HOST_PARTITION,
                    "queue " + queue.name() + ": FAIRSHARE cannot be used together with HostPartition "
                            + cluster.hostPartitions().keySet().stream()
                                    .sorted()
                                    .toList() + " in one cluster");
        }
        if (!queue.fairshareQueues().isEmpty() && !queue.fairshare()) {
            error(
                    Code.CROSS_QUEUE_WITHOUT_FAIRSHARE,
                    "queue " + queue.name() + ": FAIRSHARE_QUEUES " + queue.fairshareQueues()
                            + " must have FAIRSHARE beside it");
        }
    }

    private void crossQueue() {
        Map<String, String> parents = new HashMap<>();
        for (LsfQueue parent : cluster.queues()) {
            for (String child : parent.fairshareQueues()) {
                LsfQueue queue = find(child);
                String other = parents.putIfAbsent(child, parent.name());
                String place = "queue " + parent.name() + ": FAIRSHARE_QUEUES " + child;
                if (queue == null) {
                    error(Code.UNKNOWN_NAME, place + ": must be a queue of lsb.queues");
                } else if (other != null) {
                    error(Code.CROSS_QUEUE_TWICE, place + ": must not also be a child of " + other);
                } else if (!queue.fairshareQueues().isEmpty()) {
                    error(Code.CROSS_QUEUE_TWICE, place + ": must not have FAIRSHARE_QUEUES of its own");
                } else if (queue.fairshare()) {
                    warning(Code.CROSS_QUEUE_CHILD_FAIRSHARE, place + ": LSF ignores its own FAIRSHARE");
                }
            }
            if (!parent.fairshareQueues().isEmpty() && !parent.dispatchOrderQueue()) {
                priorities(parent);
            }
        }
    }

    private void priorities(LsfQueue parent) {
        long least = parent.priority();
        long most = parent.priority();
        for (LsfQueue queue : cluster.queues()) {
            if (parent.fairshareQueues().contains(queue.name())) {
                least = Math.min(least, queue.priority());
                most = Math.max(most, queue.priority());
            }
        }
        for (LsfQueue queue : cluster.queues()) {
            boolean outside = !queue.name().equals(parent.name())
                    && !parent.fairshareQueues().contains(queue.name());
            if (outside && queue.priority() >= least && queue.priority() <= most) {
                error(
                        Code.CROSS_QUEUE_PRIORITY,
                        "queue " + queue.name() + ": PRIORITY " + queue.priority() + " lies within " + least + " to "
                                + most + " of the FAIRSHARE_QUEUES of " + parent.name()
                                + "; set DISPATCH_ORDER=QUEUE there");
            }
        }
    }

    private @Nullable LsfQueue find(String name) {
        for (LsfQueue queue : cluster.queues()) {
            if (queue.name().equals(name)) {
                return queue;
            }
        }
        return null;
    }

    private void pools() {
        for (LsfQueue queue : cluster.queues()) {
            Long share = queue.pool().share();
            String pool = queue.pool().name();
            if ((share == null) != (pool == null)) {
                error(
                        Code.POOL_SHARE,
                        "queue " + queue.name() + ": must have both SLOT_SHARE and SLOT_POOL, or neither");
            } else if (share != null && (share < 1 || share > 100)) {
                error(Code.POOL_SHARE, "queue " + queue.name() + ": SLOT_SHARE " + share + ": must be 1 to 100");
            }
        }
        cluster.pools().forEach(this::pool);
    }

    private void pool(LsfCluster.SlotPool pool) {
        LsfQueue first = pool.queues().get(0);
        for (LsfQueue queue : pool.queues().subList(1, pool.queues().size())) {
            if (!queue.hosts().equals(first.hosts())) {
                error(
                        Code.POOL_HOSTS,
                        "queue " + queue.name() + ": HOSTS must equal those of " + first.name()
                                + ", in the same SLOT_POOL " + pool.name());
            }
            if (queue.pool().maxSlots() != null || queue.pool().usePriority() != null) {
                warning(
                        Code.POOL_NOT_FIRST,
                        "queue " + queue.name()
                                + ": LSF ignores MAX_SLOTS_IN_POOL and USE_PRIORITY_IN_POOL here, because "
                                + first.name() + " is the first queue of SLOT_POOL " + pool.name());
            }
        }
        for (String host : first.hosts().stream().sorted().toList()) {
            for (Map.Entry<String, Set<String>> partition :
                    cluster.hostPartitions().entrySet()) {
                if (partition.getValue().contains(host)) {
                    error(
                            Code.POOL_HOST_LIMIT,
                            "host " + host + " of SLOT_POOL " + pool.name() + ": must not be in HostPartition "
                                    + partition.getKey());
                }
            }
            if (!cluster.limitedHosts().contains(host)) {
                error(
                        Code.POOL_HOST_LIMIT,
                        "host " + host + " of SLOT_POOL " + pool.name()
                                + ": must have MXJ in lsb.hosts or a limit in lsb.resources");
            }
        }
    }

    private void error(Code code, String message) {
        problems.add(LsfProblem.error(code, message));
    }

    private void warning(Code code, String message) {
        problems.add(LsfProblem.warning(code, message));
    }
}
