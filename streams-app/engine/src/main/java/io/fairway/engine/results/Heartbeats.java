package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.Outbox;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.policies.avro.Results;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The heartbeats of one domain, one per policy: up to when results are known, and what waits. */
final class Heartbeats {
    private final String domain;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final FairshareResults fairshare;
    private final Set<String> beating = new HashSet<>();
    private @Nullable Map<String, Long> waiting;
    private @Nullable Set<NodeId> charged;

    Heartbeats(String domain, Outbox outbox, DomainEngine engine, FairshareResults fairshare) {
        this.domain = domain;
        this.outbox = outbox;
        this.engine = engine;
        this.fairshare = fairshare;
    }

    /** Takes over for which policies heartbeats were sent before the task started. */
    void restore() {
        engine.policies.inForce().forEach(policy -> beating.add(policy.name()));
    }

    /** What waits may have changed: of jobs. */
    void touch() {
        waiting = null;
    }

    /** What waits may have changed: of jobs, and of those who have usage. */
    void touchAll() {
        waiting = null;
        charged = null;
    }

    /** Withdraws the heartbeats of policies that are no longer evaluated. */
    void policiesChanged() {
        beating.removeIf(policy -> {
            boolean gone = !engine.policies.isInForce(policy);
            if (gone) {
                outbox.send(Topic.HEARTBEATS, Keys.heartbeat(domain, policy), null);
            }
            return gone;
        });
    }

    /**
     * Sends one per policy.
     *
     * @param through all that was applied is evaluated, and sent, as of then
     * @param offsets of the inputs, up to which all was applied
     * @param taskCounts counts of the partition, which no domain can be told of
     */
    void send(long through, Map<String, Long> offsets, Map<String, Long> taskCounts) {
        Map<String, Long> counts = new HashMap<>(counts());
        counts.putAll(taskCounts);
        counts.put("events", engine.counters.events);
        counts.put("duplicates", engine.counters.duplicates);
        counts.put("deadLetters", engine.counters.deadLetters);
        counts.put("fairshareRecords", engine.counters.emitted);
        for (ActivePolicy policy : engine.policies.inForce()) {
            beating.add(policy.name());
            outbox.send(
                    Topic.HEARTBEATS,
                    Keys.heartbeat(domain, policy.name()),
                    Results.heartbeat(domain, policy.name(), through, offsets, counts, engine.problems()));
        }
    }

    /** What there is now of jobs, and of what waits. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>(waiting());
        counts.put("heldFacts", (long) engine.heldFacts());
        return counts;
    }

    /** Whether an association waits for its share record: no tree has it, not even as deleted. */
    boolean isWaiting(NodeId association) {
        if (engine.shares.node(association) != null) {
            return false;
        }
        for (ActivePolicy policy : engine.policies.of(association.tree())) {
            if (fairshare.tree(policy, association.tree()).find(association) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** The associations that have usage and wait. */
    private Set<NodeId> charged() {
        Set<NodeId> known = charged;
        if (known == null) {
            known = engine.charged.associations().filter(this::isWaiting).collect(Collectors.toSet());
            charged = known;
        }
        return known;
    }

    private Map<String, Long> waiting() {
        Map<String, Long> known = waiting;
        if (known != null) {
            return known;
        }
        Set<NodeId> associations = new HashSet<>();
        long waitingJobs = 0;
        long pending = 0;
        for (Map.Entry<JobKey, JobView> job : engine.jobs.active().entrySet()) {
            boolean waits = false;
            for (NodeId association :
                    engine.policies.associations(job.getKey(), job.getValue().attributes())) {
                if (isWaiting(association)) {
                    associations.add(association);
                    waits = true;
                }
            }
            waitingJobs += waits ? 1 : 0;
            pending += job.getValue().status() == JobView.Status.PENDING ? 1 : 0;
        }
        associations.addAll(charged());
        Map<String, Long> counted = Map.of(
                "pendingJobs",
                pending,
                "runningJobs",
                engine.jobs.active().size() - pending,
                "waitingJobs",
                waitingJobs,
                "waitingAssociations",
                (long) associations.size());
        waiting = counted;
        return counted;
    }
}
