package io.fairway.engine.results;

import io.fairway.engine.Counters;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.policies.avro.Results;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The heartbeats of one domain, one per policy. They name the instant through which results are known, and count
 * everything that waits.
 */
final class Heartbeats {
    private final DomainState state;
    private final ResultSink resultSink;
    private final Counters counters;
    private final Set<String> beating = new HashSet<>();
    private final UnplacedAssociations unplaced;

    Heartbeats(DomainState state, ResultSink resultSink, Counters counters) {
        this.state = state;
        this.resultSink = resultSink;
        this.counters = counters;
        unplaced = new UnplacedAssociations(state);
    }

    /** Takes over the policies whose heartbeats were sent before the task started. */
    void restore() {
        state.policies().inForce().forEach(policy -> beating.add(policy.name()));
    }

    /** Counts who waits for a share record. */
    UnplacedAssociations unplaced() {
        return unplaced;
    }

    /** Withdraws the heartbeats of policies that are no longer evaluated. */
    void policiesChanged() {
        beating.removeIf(policy -> {
            boolean gone = !state.policies().isInForce(policy);
            if (gone) {
                resultSink.send(Topic.HEARTBEATS, Keys.heartbeat(state.domain(), policy), null);
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
     * @param regular whether it is one of those at an interval, or tells of news between two of them
     */
    void send(long through, Map<String, Long> offsets, Map<String, Long> taskCounts, boolean regular) {
        unplaced.look(regular);
        Map<String, Long> counts = new HashMap<>(counts());
        counts.putAll(taskCounts);
        counts.put("events", counters.events);
        counts.put("duplicates", counters.duplicates);
        counts.put("deadLetters", counters.deadLetters);
        counts.put("fairshareRecords", counters.emitted);
        List<String> problems = new ArrayList<>(unplaced.inWords());
        problems.addAll(state.problems());
        List<String> refused = state.refusedVersionNames();
        Map<String, Long> looked = state.sources().lookedThrough();
        Set<String> silent = state.sources().silent(state.clock()).keySet();
        for (ActivePolicy policy : state.policies().inForce()) {
            if (state.isRecharging(policy)) {
                continue; // Its last heartbeat still says through when its results hold.
            }
            beating.add(policy.name());
            resultSink.send(
                    Topic.HEARTBEATS,
                    Keys.heartbeat(state.domain(), policy.name()),
                    Results.heartbeat(
                            state.domain(),
                            policy.name(),
                            through,
                            offsets,
                            counts,
                            problems,
                            refused,
                            looked,
                            silent));
        }
    }

    /** The present counts of jobs, and of everything that waits. */
    Map<String, Long> counts() {
        long active = state.jobs().active().size();
        long pending = state.jobs().pendingCount();
        return Map.of(
                "pendingJobs",
                pending,
                "runningJobs",
                active - pending,
                "unplacedJobs",
                unplaced.jobs(),
                "unplacedAssociations",
                unplaced.associations(),
                "deferredFacts",
                (long) state.deferred().count());
    }
}
