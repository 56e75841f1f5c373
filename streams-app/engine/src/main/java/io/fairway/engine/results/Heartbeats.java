package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.Counters;
import io.fairway.engine.Outbox;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.policies.avro.Results;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeats of one domain, one per policy. They name the instant through which results are known, and count
 * everything that waits.
 */
final class Heartbeats {
    /** Each heartbeat may count so many jobs. With more of them, the counts hold for several heartbeats. */
    private static final int JOBS_A_BEAT = 20_000;

    private final DomainState state;
    private final Outbox outbox;
    private final Counters counters;
    private final Set<String> beating = new HashSet<>();
    private Map<String, Long> waiting = Map.of();
    private boolean waitingIsOld = true;
    /** The number of heartbeats for which counts of very many jobs are good enough. */
    private int good;

    private @Nullable Set<NodeId> charged;

    Heartbeats(DomainState state, Outbox outbox, Counters counters) {
        this.state = state;
        this.outbox = outbox;
        this.counters = counters;
    }

    /** Takes over the policies whose heartbeats were sent before the task started. */
    void restore() {
        state.policies().inForce().forEach(policy -> beating.add(policy.name()));
    }

    /** The waiting jobs may have changed. */
    void touch() {
        waitingIsOld = true;
    }

    /** The waiting jobs, and the waiting associations with usage, may have changed. */
    void touchAll() {
        waitingIsOld = true;
        charged = null;
    }

    /** Withdraws the heartbeats of policies that are no longer evaluated. */
    void policiesChanged() {
        beating.removeIf(policy -> {
            boolean gone = !state.policies().isInForce(policy);
            if (gone) {
                outbox.send(Topic.HEARTBEATS, Keys.heartbeat(state.domain(), policy), null);
            }
            return gone;
        });
    }

    /**
     * Sends one per policy.
     *
     * @param through the instant through which everything applied is evaluated and sent
     * @param offsets of the inputs, up to which everything is applied
     * @param taskCounts counts of the partition that belong to no single domain
     */
    void send(long through, Map<String, Long> offsets, Map<String, Long> taskCounts) {
        good--;
        Map<String, Long> counts = new HashMap<>(counts());
        counts.putAll(taskCounts);
        counts.put("events", counters.events);
        counts.put("duplicates", counters.duplicates);
        counts.put("deadLetters", counters.deadLetters);
        counts.put("fairshareRecords", counters.emitted);
        List<String> problems = state.problems();
        List<String> refused = state.refusedVersionNames();
        for (ActivePolicy policy : state.policies().inForce()) {
            if (state.isRecharging(policy)) {
                continue; // Its last heartbeat still says through when its results hold.
            }
            beating.add(policy.name());
            outbox.send(
                    Topic.HEARTBEATS,
                    Keys.heartbeat(state.domain(), policy.name()),
                    Results.heartbeat(state.domain(), policy.name(), through, offsets, counts, problems, refused));
        }
    }

    /** The present counts of jobs, and of everything that waits. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>(waiting());
        counts.put("heldFacts", (long) state.held().count());
        return counts;
    }

    /** Whether an association waits for its share record. No tree has it then, not even as deleted. */
    boolean isWaiting(NodeId association) {
        // A share record names both. Without a name, nothing is waited for.
        if (association.account().isEmpty()
                || association.user().isEmpty()
                || state.shares().node(association) != null) {
            return false;
        }
        List<ActivePolicy> policies = state.policies().of(association.tree());
        if (!policies.isEmpty()
                && policies.stream().noneMatch(policy -> policy.family().needsShares())) {
            return false;
        }
        for (ActivePolicy policy : policies) {
            if (state.tree(policy, association.tree()).find(association) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** The associations that have usage and wait. */
    private Set<NodeId> charged() {
        Set<NodeId> known = charged;
        if (known == null) {
            known = state.charged()
                    .associations()
                    .filter(node -> isWaiting(node) && isWaiting(node.in("")))
                    .map(node -> node.in(""))
                    .collect(Collectors.toSet());
            charged = known;
        }
        return known;
    }

    private Map<String, Long> waiting() {
        if (!waitingIsOld || good > 0) {
            return waiting;
        }
        waitingIsOld = false;
        good = state.jobs().active().size() / JOBS_A_BEAT;
        Set<NodeId> associations = new HashSet<>();
        long waitingJobs = 0;
        long pending = 0;
        for (Map.Entry<JobKey, JobView> job : state.jobs().active().entrySet()) {
            boolean waits = false;
            for (NodeId association :
                    state.policies().associations(job.getKey(), job.getValue().attributes())) {
                if (isWaiting(association)) {
                    associations.add(association);
                    waits = true;
                }
            }
            waitingJobs += waits ? 1 : 0;
            pending += job.getValue().status() == JobView.Status.PENDING ? 1 : 0;
        }
        associations.addAll(charged());
        waiting = Map.of(
                "pendingJobs",
                pending,
                "runningJobs",
                state.jobs().active().size() - pending,
                "waitingJobs",
                waitingJobs,
                "waitingAssociations",
                (long) associations.size());
        return waiting;
    }
}
