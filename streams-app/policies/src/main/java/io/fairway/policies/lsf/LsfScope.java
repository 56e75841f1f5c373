package io.fairway.policies.lsf;

import io.fairway.core.hosts.HostSlots;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.FairshareScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scope in which LSF measures fairshare, with a share tree of its own: a queue with FAIRSHARE and its
 * FAIRSHARE_QUEUES or QUEUE_GROUP, or a host partition. Without queues and partitions there is one scope, of all jobs and their own
 * trees.
 *
 * @param tree name of the scope and of its share tree; empty = the trees that jobs name
 * @param covers tells which jobs count; null = all
 * @param parameters those of the queue over those of the cluster
 */
record LsfScope(
        String tree,
        @Nullable FairshareScope covers,
        DynamicPriorityParameters parameters,
        LsfConfiguration configuration)
        implements ChargeScope {

    static List<LsfScope> of(LsfConfiguration configuration) {
        List<LsfScope> scopes = new ArrayList<>();
        Set<String> children = new java.util.HashSet<>();
        configuration.cluster().queues().forEach(queue -> children.addAll(queue.fairshareQueues()));
        configuration.masters().forEach((queue, master) -> {
            if (!queue.equals(master.name()) && master.fairshare()) {
                children.add(queue);
            }
        });
        for (LsfQueue queue : configuration.cluster().queues()) {
            if (queue.fairshare() && !children.contains(queue.name())) {
                Set<String> others = others(queue, configuration);
                FairshareScope covers = others.isEmpty()
                        ? new FairshareScope.Queue(queue.name())
                        : new FairshareScope.CrossQueue(queue.name(), others);
                scopes.add(new LsfScope(queue.name(), covers, configuration.dynamic(queue.name()), configuration));
            }
        }
        configuration
                .cluster()
                .hostPartitions()
                .forEach((name, hosts) -> scopes.add(new LsfScope(
                        name,
                        new FairshareScope.HostPartition(name, hosts),
                        configuration.dynamic(null),
                        configuration)));
        if (configuration.cluster().queues().isEmpty() && scopes.isEmpty()) {
            scopes.add(new LsfScope("", null, configuration.dynamic(null), configuration));
        }
        return scopes;
    }

    /** The other queues whose jobs use a queue's shares: its FAIRSHARE_QUEUES, or its QUEUE_GROUP under APS. */
    private static Set<String> others(LsfQueue queue, LsfConfiguration configuration) {
        Set<String> others = new java.util.HashSet<>(queue.fairshareQueues());
        configuration.masters().forEach((member, master) -> {
            if (master.name().equals(queue.name()) && !member.equals(queue.name())) {
                others.add(member);
            }
        });
        return Set.copyOf(others);
    }

    @Override
    public @Nullable NodeId association(JobKey job, JobAttributes attributes) {
        FairshareScope scope = covers;
        return scope == null || scope.covers(attributes.text(Attribute.QUEUE, ""), hosts(attributes))
                ? anywhere(job, attributes)
                : null;
    }

    /** The same association in the tree of the scope, whether the scope covers the job or not. */
    @Nullable
    NodeId anywhere(JobKey job, JobAttributes attributes) {
        NodeId named = ChargeScope.ASSOCIATION.association(job, attributes);
        return named == null || tree.isEmpty() ? named : new NodeId(tree, named.account(), named.user());
    }

    /**
     * The hosts that a job runs on. For a waiting job, the hosts of its queue; if the queue names none, all known
     * hosts.
     */
    private List<String> hosts(JobAttributes attributes) {
        String hosts = attributes.text(Attribute.EXECUTION_HOSTS);
        if (hosts != null) {
            return HostSlots.hosts(hosts);
        }
        io.fairway.avro.LsfQueue queue = configuration.queues().get(attributes.text(Attribute.QUEUE, ""));
        if (queue != null && !queue.getHosts().isEmpty()) {
            return queue.getHosts();
        }
        return configuration.cluster().hostPartitions().values().stream()
                .flatMap(Set::stream)
                .toList();
    }
}
