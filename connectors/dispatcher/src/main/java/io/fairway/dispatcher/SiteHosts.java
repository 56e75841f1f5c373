package io.fairway.dispatcher;

import io.fairway.avro.LsfQueue;
import io.fairway.avro.Policy;
import io.fairway.core.hosts.Host;
import io.fairway.core.hosts.HostTable;
import io.fairway.schemas.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of all domains, and those that a queue may use: a queue of an LSF policy its HOSTS, by name or group, and any
 * other queue all hosts of the cluster.
 */
public final class SiteHosts {
    private static final class Domain {
        private final Map<String, Host> byKey = new TreeMap<>();
        private final PolicyChoice policies = new PolicyChoice();
        private HostTable table = HostTable.EMPTY;
    }

    private final Map<String, Domain> domains = new HashMap<>();
    private long changes;

    /**
     * Applies a record of the hosts topic; null removes the host of the key.
     *
     * @throws IllegalArgumentException if the record is of another domain than its key, or cannot be a host
     */
    public void apply(String key, io.fairway.avro.@Nullable Host said) {
        String domain = Keys.domainOf(key);
        if (said != null && !said.getDomain().equals(domain)) {
            throw new IllegalArgumentException(
                    "domain \"" + said.getDomain() + "\" of a host: must be that of the key, \"" + domain + "\"");
        }
        Domain own = domain(domain);
        if (said == null) {
            own.byKey.remove(key);
        } else {
            own.byKey.put(key, host(said));
        }
        own.table = HostTable.of(own.byKey.values());
        changes++;
    }

    private static Host host(io.fairway.avro.Host said) {
        return new Host(
                new Host.Id(said.getCluster(), said.getName()),
                said.getSlots(),
                said.getSlotLimit(),
                Set.copyOf(said.getGroups()),
                Host.State.valueOf(said.getState().name()));
    }

    /** Applies a version of a policy; null removes that of the key. */
    void policy(String key, @Nullable Policy policy) {
        domain(Keys.domainOf(key)).policies.apply(key, policy);
        changes++;
    }

    /** Grows with each record. */
    long changes() {
        return changes;
    }

    /** All hosts of a cluster with a number of slots, by name. */
    List<Host> of(String domain, String cluster) {
        return in(cluster, domain(domain).table.all());
    }

    /** Those of the cluster of a job that its queue may use at an instant, epoch milliseconds. */
    List<Host> of(ChosenJob job, long now) {
        Domain own = domain(job.key().domain());
        Policy policy = own.policies.at(job.policy(), now);
        List<String> names = policy == null || policy.getLsf() == null
                ? List.of()
                : policy.getLsf().getQueues().stream()
                        .filter(queue -> queue.getName().equals(job.queue()))
                        .map(LsfQueue::getHosts)
                        .findFirst()
                        .orElse(List.of());
        return in(job.key().cluster(), names.isEmpty() ? own.table.all() : own.table.named(names));
    }

    private static List<Host> in(String cluster, Collection<Host> hosts) {
        return hosts.stream()
                .filter(host -> host.id().cluster().equals(cluster) && host.most() != null)
                .toList();
    }

    private Domain domain(String name) {
        return domains.computeIfAbsent(name, domain -> new Domain());
    }
}
