package io.fairway.dispatcher.order;

import io.fairway.avro.LsfQueue;
import io.fairway.avro.Policy;
import io.fairway.core.hosts.Host;
import io.fairway.core.hosts.HostTable;
import io.fairway.records.HostRecords;
import io.fairway.schemas.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of all domains, and those that a queue may use: a queue of an LSF policy its HOSTS, by name or group, and any
 * other queue all hosts of the cluster.
 */
public final class SiteHosts {
    /** Names of clusters come from jobs: of more than so many nothing is kept. */
    private static final int MAX_KEPT = 1_000;

    /**
     * Hosts by name.
     *
     * @param slots all that they can give, closed ones included
     */
    public record Serving(List<Host> hosts, long slots) {
        private static Serving of(String cluster, Collection<Host> all) {
            List<Host> hosts = all.stream()
                    .filter(host -> host.id().cluster().equals(cluster) && host.most() != null)
                    .toList();
            return new Serving(hosts, hosts.stream().mapToLong(SiteHosts::most).sum());
        }
    }

    /** All hosts of a cluster if there are no names, else those with one of these names or groups. */
    private record Use(String cluster, List<String> names) {}

    /** What follows from the hosts is made when somebody asks, and kept until a host changes. */
    private static final class Domain {
        private final Map<String, Host> byKey = new TreeMap<>();
        private final PolicyChoice policies = new PolicyChoice();
        private final Map<Use, Serving> serving = new HashMap<>();
        private HostTable table = HostTable.EMPTY;
        private boolean outdated;

        void changed() {
            outdated = true;
            serving.clear();
        }

        Serving serving(Use use) {
            if (outdated) {
                table = HostTable.of(byKey.values());
                outdated = false;
            }
            if (serving.size() >= MAX_KEPT) {
                serving.clear();
            }
            return serving.computeIfAbsent(
                    use,
                    asked -> Serving.of(
                            asked.cluster(), asked.names().isEmpty() ? table.all() : table.named(asked.names())));
        }
    }

    private final Map<String, Domain> domains = new HashMap<>();
    private long changes;

    /**
     * Applies a record of the hosts topic; null removes the host of the key.
     *
     * @throws IllegalArgumentException if the record is of another domain than its key, or cannot be a host
     */
    public void apply(String key, io.fairway.avro.@Nullable Host record) {
        String domain = Keys.domainOf(key);
        if (record != null && !record.getDomain().equals(domain)) {
            throw new IllegalArgumentException(
                    "domain \"" + record.getDomain() + "\" of a host: must be that of the key, \"" + domain + "\"");
        }
        Domain own = domain(domain);
        if (record == null) {
            own.byKey.remove(key);
        } else {
            own.byKey.put(key, HostRecords.host(record));
        }
        own.changed();
        changes++;
    }

    /** Applies a version of a policy; null removes that of the key. */
    public void policy(String key, @Nullable Policy policy) {
        domain(Keys.domainOf(key)).policies.apply(key, policy);
        changes++;
    }

    /** Grows with each record. */
    public long changes() {
        return changes;
    }

    /** All hosts of a cluster with a number of slots. */
    public Serving of(String domain, String cluster) {
        return domain(domain).serving(new Use(cluster, List.of()));
    }

    /** Those of the cluster of a job that its queue may use at an instant, epoch milliseconds. */
    public Serving of(ChosenJob job, long now) {
        Domain own = domain(job.key().domain());
        Policy policy = own.policies.at(job.policy(), now);
        List<String> names = policy == null || policy.getLsf() == null
                ? List.of()
                : policy.getLsf().getQueues().stream()
                        .filter(queue -> queue.getName().equals(job.queue()))
                        .map(LsfQueue::getHosts)
                        .findFirst()
                        .orElse(List.of());
        return own.serving(new Use(job.key().cluster(), names));
    }

    /** The slots that a host can give at most. */
    public static long most(Host host) {
        Long most = host.most();
        return most == null ? 0 : most;
    }

    private Domain domain(String name) {
        return domains.computeIfAbsent(name, domain -> new Domain());
    }
}
