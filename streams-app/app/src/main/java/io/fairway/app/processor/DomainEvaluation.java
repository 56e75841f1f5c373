package io.fairway.app.processor;

import io.fairway.app.serde.Results;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.TreeUsage;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Makes results of what a domain knows, and sends those that changed: lines when a fact touched them, fairshare when a
 * factor or rank moved at the evaluation grid, priorities when something was told of a job, heartbeats so that silence
 * means unchanged.
 */
final class DomainEvaluation {
    private final String domain;
    private final EngineSettings settings;
    private final KeyValueStore<String, byte[]> emittedStore;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final PriorityBook priorities;
    private final Map<String, Emitted> emitted = new HashMap<>();
    private final Map<String, String> touched = new HashMap<>();
    private final ArrayDeque<Emission> unsent = new ArrayDeque<>();
    private long evaluatedThrough = Long.MIN_VALUE;
    // Wall clock; long ago, but not so long that the time since then overflows.
    private long lastEvaluation;
    private long lastIdleEvaluation;
    private long lastHeartbeat;

    DomainEvaluation(
            String domain,
            EngineSettings settings,
            KeyValueStore<String, byte[]> emittedStore,
            Outbox outbox,
            DomainEngine engine) {
        this.domain = domain;
        this.settings = settings;
        this.emittedStore = emittedStore;
        this.outbox = outbox;
        this.engine = engine;
        priorities = new PriorityBook(domain, outbox, engine);
    }

    /** What was last sent of a node. */
    private record Emitted(double value, long rank) {
        byte[] bytes() {
            return ByteBuffer.allocate(16).putDouble(value).putLong(rank).array();
        }

        static Emitted of(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Emitted(buffer.getDouble(), buffer.getLong());
        }
    }

    /** An evaluation whose results are being sent, slice by slice. */
    private static final class Emission {
        private final ActivePolicy policy;
        private final Fairshare fairshare;
        private final long at;
        private final boolean all;
        private final String cause;
        private int next;

        Emission(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
            this.policy = policy;
            this.fairshare = fairshare;
            this.at = at;
            this.all = all;
            this.cause = cause;
        }
    }

    void restore() {
        EngineStores.forEach(emittedStore, Keys.domain(domain), (key, bytes) -> emitted.put(key, Emitted.of(bytes)));
        engine.jobs.active().forEach(priorities::restore);
        touchAll("start of the application");
    }

    /** Something changed the usage of an association. */
    void touch(NodeId association, String cause) {
        touched.put(association.tree(), cause);
        if (engine.shares.node(association) == null && isWaiting(association)) {
            engine.shares.touch(association.tree());
        }
    }

    void touchAll(String cause) {
        engine.shares.trees().forEach(tree -> touched.put(tree, cause));
    }

    void jobChanged(JobKey job, JobView view) {
        if (view.status() == JobView.Status.PENDING) {
            NodeId association = priorities.association(job, view);
            if (engine.shares.node(association) == null) {
                touch(association, "job " + job.job());
            }
        }
        priorities.changed(job, view);
    }

    void sharesChanged(NodeId node, boolean removed, String cause) {
        touched.put(node.tree(), cause);
        if (removed) {
            for (ActivePolicy policy : engine.policies()) {
                String key = key(policy, node);
                if (emitted.remove(key) != null) {
                    emittedStore.delete(key);
                    outbox.send(Topic.FAIRSHARE, key, null);
                }
            }
        }
        priorities.refresh(node.tree());
    }

    void policiesChanged(String cause) {
        touchAll(cause);
        priorities.refreshAll();
    }

    /** In replay: evaluates at the first instant of the grid that the clock passes, as of which all is known. */
    void crossGrid(long from, long to) {
        if (touched.isEmpty() || from == Long.MIN_VALUE) {
            return;
        }
        long step = (Math.floorDiv(from, settings.evaluationMillis()) + 1) * settings.evaluationMillis();
        if (step <= to) {
            evaluateTouched(step, false);
            sendSlice(Integer.MAX_VALUE);
        }
    }

    /** Live: called several times a second with the wall clock, which the domain's clock has reached. */
    void onWallClock(long now, Map<String, Long> offsets) {
        sendLines(now);
        if (settings.replay()) {
            return;
        }
        if (unsent.isEmpty()) {
            if (now - lastIdleEvaluation >= settings.idleEvaluationMillis()) {
                lastIdleEvaluation = now;
                engine.shares.trees().forEach(tree -> touched.putIfAbsent(tree, "time"));
            }
            if (now - lastEvaluation >= settings.evaluationMillis()) {
                lastEvaluation = now;
                evaluateTouched(now, false);
            }
        }
        sendSlice(settings.emissionSlice());
        if (unsent.isEmpty() && now - lastHeartbeat >= settings.heartbeatMillis()) {
            lastHeartbeat = now;
            sendHeartbeats(offsets);
        }
    }

    /** Sends everything as of the domain's clock, changed or not. */
    void flush() {
        long now = engine.clock();
        for (ActivePolicy policy : engine.policies()) {
            Measure measure = policy.measure();
            engine.lines.lines(measure.name()).forEach((node, line) -> send(measure, node, line, now));
        }
        engine.lines.takeChanged();
        touchAll("end of replay");
        evaluateTouched(now, true);
        sendSlice(Integer.MAX_VALUE);
        sendHeartbeats(Map.of());
    }

    private void evaluateTouched(long now, boolean all) {
        for (Map.Entry<String, String> tree : touched.entrySet()) {
            for (ActivePolicy policy : engine.policies()) {
                Fairshare fairshare = evaluate(policy, tree.getKey(), now);
                unsent.add(new Emission(policy, fairshare, now, all, tree.getValue()));
            }
        }
        touched.clear();
        evaluatedThrough = Math.max(evaluatedThrough, now);
    }

    private Fairshare evaluate(ActivePolicy policy, String name, long now) {
        ShareTree tree = tree(policy, name);
        Measure measure = policy.measure();
        Map<NodeId, Line> lines = engine.lines.lines(measure.name());
        return policy.algorithm().evaluate(tree, TreeUsage.of(tree, measure.law(), lines::get, now));
    }

    ShareTree tree(ActivePolicy policy, String name) {
        return engine.shares.tree(name, policy.current().getAutoProvisionShares(), this::users);
    }

    /** The associations of a tree that usage or waiting jobs name. */
    private Collection<NodeId> users(String tree) {
        Set<NodeId> users = new HashSet<>();
        for (ActivePolicy policy : engine.policies()) {
            for (NodeId node : engine.lines.lines(policy.measure().name()).keySet()) {
                if (node.tree().equals(tree)) {
                    users.add(node);
                }
            }
        }
        engine.jobs.active().forEach((job, view) -> {
            NodeId node = priorities.association(job, view);
            if (node.tree().equals(tree) && !node.user().isEmpty()) {
                users.add(node);
            }
        });
        return users;
    }

    private void sendSlice(int most) {
        int left = most;
        while (left > 0 && !unsent.isEmpty()) {
            Emission emission = unsent.element();
            ShareTree tree = emission.fairshare.tree();
            while (left > 0 && emission.next < tree.size()) {
                if (sendIfMoved(emission, emission.next++)) {
                    left--;
                }
            }
            if (emission.next >= tree.size()) {
                unsent.remove();
            }
        }
    }

    private boolean sendIfMoved(Emission emission, int node) {
        Fairshare fairshare = emission.fairshare;
        double factor = fairshare.factor(node);
        double value = Double.isNaN(factor) ? fairshare.effectiveUsage(node) : factor;
        long rank = fairshare.rank(node);
        String key = key(emission.policy, fairshare.tree().id(node));
        Emitted last = emitted.get(key);
        boolean moved = last == null || last.rank() != rank || hasMoved(last.value(), value, emission.policy.epsilon());
        if (!moved && !emission.all) {
            return false;
        }
        Emitted now = new Emitted(value, rank);
        emitted.put(key, now);
        emittedStore.put(key, now.bytes());
        engine.counters.emitted++;
        outbox.send(
                Topic.FAIRSHARE,
                key,
                Results.fairshare(domain, emission.policy.name(), fairshare, node, emission.at, emission.cause));
        return true;
    }

    private static boolean hasMoved(double before, double now, double epsilon) {
        return Double.compare(before, now) != 0 && !(Math.abs(now - before) <= epsilon);
    }

    private void sendLines(long now) {
        long asOf = Math.max(engine.clock(), settings.replay() ? Long.MIN_VALUE : Math.min(now, settings.at()));
        for (Map.Entry<String, List<NodeId>> changed :
                engine.lines.takeChanged().entrySet()) {
            Measure measure = engine.measure(changed.getKey());
            for (NodeId node : changed.getValue()) {
                Line line = engine.lines.line(changed.getKey(), node);
                if (measure != null && line != null) {
                    send(measure, node, line, asOf);
                }
            }
        }
    }

    private void send(Measure measure, NodeId node, Line line, long asOf) {
        outbox.send(
                Topic.USAGE,
                Keys.usage(domain, measure.name(), node.tree(), node.account(), node.user()),
                Results.usage(domain, measure, node, line, asOf));
    }

    private void sendHeartbeats(Map<String, Long> offsets) {
        Map<String, Long> counts = counts();
        List<String> problems = engine.problems();
        for (ActivePolicy policy : engine.policies()) {
            outbox.send(
                    Topic.HEARTBEATS,
                    Keys.heartbeat(domain, policy.name()),
                    Results.heartbeat(domain, policy.name(), engine.clock(), offsets, counts, problems));
        }
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>();
        Set<NodeId> waiting = new HashSet<>();
        long waitingJobs = 0;
        long pending = 0;
        for (Map.Entry<JobKey, JobView> job : engine.jobs.active().entrySet()) {
            NodeId association = priorities.association(job.getKey(), job.getValue());
            if (isWaiting(association)) {
                waiting.add(association);
                waitingJobs++;
            }
            pending += job.getValue().status() == JobView.Status.PENDING ? 1 : 0;
        }
        for (ActivePolicy policy : engine.policies()) {
            for (NodeId node : engine.lines.lines(policy.measure().name()).keySet()) {
                if (isWaiting(node)) {
                    waiting.add(node);
                }
            }
        }
        counts.put("events", engine.counters.events);
        counts.put("duplicates", engine.counters.duplicates);
        counts.put("deadLetters", engine.counters.deadLetters);
        counts.put("fairshareRecords", engine.counters.emitted);
        counts.put("pendingJobs", pending);
        counts.put("runningJobs", engine.jobs.active().size() - pending);
        counts.put("heldFacts", (long) engine.heldFacts());
        counts.put("waitingJobs", waitingJobs);
        counts.put("waitingAssociations", (long) waiting.size());
        return counts;
    }

    /** Whether an association waits for its share record: no tree has it, not even as deleted. */
    private boolean isWaiting(NodeId association) {
        if (engine.shares.node(association) != null) {
            return false;
        }
        for (ActivePolicy policy : engine.policies()) {
            if (tree(policy, association.tree()).find(association) >= 0) {
                return false;
            }
        }
        return true;
    }

    private String key(ActivePolicy policy, NodeId node) {
        return Keys.fairshare(domain, policy.name(), node.tree(), node.account(), node.user());
    }
}
