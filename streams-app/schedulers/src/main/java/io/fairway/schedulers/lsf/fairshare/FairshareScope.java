package io.fairway.schedulers.lsf.fairshare;

import java.util.Collection;
import java.util.Set;

/**
 * The jobs that a fairshare policy adds up for a user.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority (How LSF measures fair share resource usage); Cross-queue
 * user-based fair share.
 */
public sealed interface FairshareScope {
    /**
     * Whether a job counts.
     *
     * @param queue the queue of submission
     * @param hosts the hosts where it runs or holds slots; may be empty
     */
    boolean covers(String queue, Collection<String> hosts);

    /** Queue-level fairshare: the jobs of one queue. A user's priority may differ from queue to queue. */
    record Queue(String name) implements FairshareScope {
        @Override
        public boolean covers(String queue, Collection<String> hosts) {
            return name.equals(queue);
        }
    }

    /** Cross-queue fairshare: the jobs of the parent queue and of all its children. */
    record CrossQueue(String parent, Set<String> children) implements FairshareScope {
        public CrossQueue {
            children = Set.copyOf(children);
        }

        @Override
        public boolean covers(String queue, Collection<String> hosts) {
            return parent.equals(queue) || children.contains(queue);
        }
    }

    /** Host-partition fairshare: the jobs on hosts of the partition, from any queue. */
    record HostPartition(String name, Set<String> hosts) implements FairshareScope {
        public HostPartition {
            hosts = Set.copyOf(hosts);
        }

        @Override
        public boolean covers(String queue, Collection<String> jobHosts) {
            return jobHosts.stream().anyMatch(hosts::contains);
        }
    }
}
