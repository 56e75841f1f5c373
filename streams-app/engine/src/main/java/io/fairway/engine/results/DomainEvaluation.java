package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.Outbox;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.SentBook;
import io.fairway.policies.avro.Results;
import io.fairway.schedulers.moab.FairshareSettings;
import io.fairway.schedulers.moab.WindowRing;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides when results of one domain are made and sent: lines when a fact touched them, fairshare when a factor or rank
 * moved at the evaluation grid, priorities when something was told of a job, heartbeats so that silence means unchanged.
 */
public final class DomainEvaluation {
    private final String domain;
    private final EngineSettings settings;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final FairshareResults fairshare;
    private final UserActivities activity;
    private final PriorityResults priorities;
    private final OrderResults orders;
    private final Heartbeats heartbeats;
    private final Map<String, String> touched = new HashMap<>();
    private boolean ordersDue = true;
    private long evaluatedThrough = Long.MIN_VALUE;
    private long evaluating = Long.MIN_VALUE;
    private Map<String, Long> evaluatedOffsets = Map.of();
    private Map<String, Long> evaluatingOffsets = Map.of();
    private long restoredThrough = Long.MIN_VALUE;
    // Wall clock; long ago, but not so long that the time since then overflows.
    private long lastEvaluation;
    private long lastIdleEvaluation;
    private long lastHeartbeat;
    private @Nullable EvaluatedDomain published;

    public DomainEvaluation(
            String domain, EngineSettings settings, EngineStores stores, Outbox outbox, DomainEngine engine) {
        this.domain = domain;
        this.settings = settings;
        this.outbox = outbox;
        this.engine = engine;
        fairshare = new FairshareResults(domain, stores.emitted(), outbox, engine);
        activity = new UserActivities(engine);
        priorities =
                new PriorityResults(domain, new SentBook(stores.prioritiesSent()), outbox, engine, fairshare, activity);
        orders = new OrderResults(domain, stores.ordersSent(), outbox, engine, priorities);
        heartbeats = new Heartbeats(domain, outbox, engine, fairshare);
    }

    public void restore(EngineStores stores, long appliedThrough) {
        restoredThrough = appliedThrough;
        fairshare.restore();
        heartbeats.restore();
        orders.restore();
        activity.policiesChanged();
        priorities.restore(stores.prioritiesSent());
        touchAll("start of the application");
    }

    /** Takes in what results depend on, in a domain that is only read. */
    public void beginReading() {
        activity.policiesChanged();
    }

    public FairshareResults fairshare() {
        return fairshare;
    }

    public PriorityResults priorities() {
        return priorities;
    }

    /** Something changed the usage of an association. */
    public void touch(NodeId association, String cause) {
        touched.put(association.tree(), cause);
        if (engine.shares.node(association) != null) {
            heartbeats.touch();
            return;
        }
        heartbeats.touchAll();
        if (fairshare.wouldJoin(association)) {
            engine.shares.touch(association.tree());
        }
    }

    public void jobChanged(JobKey job, JobView view) {
        heartbeats.touch();
        ordersDue = true;
        String active = activity.changed(job, view);
        if (active != null) {
            touched.put(active, "job " + job.job());
        }
        for (NodeId association : engine.policies.associations(job, view.attributes())) {
            if (engine.shares.node(association) == null) {
                if (view.status() == JobView.Status.PENDING) {
                    touch(association, "job " + job.job());
                } else if (view.status() == JobView.Status.ENDED && !engine.charged.isCharged(association)) {
                    engine.shares.touch(association.tree());
                }
            }
        }
        priorities.changed(job, view);
    }

    /** A job's record is no longer valid, or its begin time has come. */
    public void jobDue(JobKey job) {
        JobView view = engine.jobs.active().get(job);
        if (view != null) {
            priorities.changed(job, view);
        }
    }

    /** Share nodes changed; {@code jobs}: in a way that the priorities of jobs depend on. */
    public void sharesChanged(String tree, boolean jobs, String cause) {
        heartbeats.touchAll();
        touched.put(tree, cause);
        if (jobs) {
            priorities.refresh(tree);
        }
    }

    public void policiesChanged(String cause) {
        heartbeats.touchAll();
        ordersDue = true;
        engine.shares.touchAll();
        fairshare.policiesChanged();
        heartbeats.policiesChanged();
        activity.policiesChanged();
        touchAll(cause);
        priorities.refreshAll();
    }

    /** In replay: evaluates at the first instant of the grid that the clock passes, as of which all is known. */
    public void crossGrid(long from, long to) {
        if (touched.isEmpty() || from == Long.MIN_VALUE) {
            return;
        }
        long known = Math.max(from, restoredThrough);
        long step = (Math.floorDiv(known, settings.evaluationMillis()) + 1) * settings.evaluationMillis();
        if (step <= to) {
            priorities.sendRefreshed(Integer.MAX_VALUE);
            evaluateTouched(step, false, Map.of());
            sendAll();
        }
    }

    /** Called several times a second; live with the wall clock, which the domain's clock has reached. */
    public void onWallClock(long now, Map<String, Long> offsets, Map<String, Long> taskCounts) {
        sendLines(now);
        // Looking at a job costs some ten times as much as sending a fairshare record.
        priorities.sendRefreshed(Math.max(1, settings.emissionSlice() / 10));
        if (settings.replay()) {
            return;
        }
        if (fairshare.allSent()) {
            if (now - lastIdleEvaluation >= settings.idleEvaluationMillis()) {
                lastIdleEvaluation = now;
                engine.trees().forEach(tree -> touched.putIfAbsent(tree, "time"));
                ordersDue = true;
            }
            if (now - lastEvaluation >= settings.evaluationMillis()) {
                lastEvaluation = now;
                evaluateTouched(Math.max(now, engine.clock()), false, Map.copyOf(offsets));
            }
        }
        send(settings.emissionSlice());
        if (evaluatedThrough != Long.MIN_VALUE && now - lastHeartbeat >= settings.heartbeatMillis()) {
            lastHeartbeat = now;
            heartbeats.send(evaluatedThrough, evaluatedOffsets, taskCounts);
            publish();
        }
    }

    /** Sends everything as of the domain's clock, changed or not. */
    public void flush() {
        long now = engine.clock();
        for (Measure measure : engine.policies.measures()) {
            engine.lines.lines(measure.name()).keySet().forEach(node -> send(measure, node, now));
            engine.rings.rings(measure.name()).keySet().forEach(node -> send(measure, node, now));
        }
        engine.sentUsage.takeChanged(Integer.MAX_VALUE);
        priorities.sendRefreshed(Integer.MAX_VALUE);
        touchAll("end of replay");
        ordersDue = true;
        evaluateTouched(now, true, Map.of());
        sendAll();
        heartbeats.send(evaluatedThrough, Map.of(), Map.of());
        publish();
    }

    private void publish() {
        EvaluatedDomain next = new EvaluatedDomain(domain, evaluatedThrough, heartbeats.counts(), fairshare.last());
        engine.watch.publish(next);
        published = next;
    }

    /** The domain is no longer evaluated here. */
    public void close() {
        if (published != null) {
            engine.watch.withdraw(published);
        }
    }

    private void touchAll(String cause) {
        engine.trees().forEach(tree -> touched.put(tree, cause));
    }

    private void evaluateTouched(long now, boolean all, Map<String, Long> offsets) {
        touched.forEach((tree, cause) -> {
            fairshare.evaluate(tree, now, all, cause);
            if (engine.policies.of(tree).stream()
                    .anyMatch(policy -> policy.family().jobsFollowUsage())) {
                priorities.refresh(tree);
            }
        });
        touched.clear();
        if (ordersDue) {
            ordersDue = false;
            orders.evaluate(now);
        }
        evaluating = Math.max(evaluating, now);
        evaluatingOffsets = offsets;
    }

    private void sendAll() {
        send(Integer.MAX_VALUE);
    }

    private void send(int most) {
        fairshare.send(most);
        if (fairshare.allSent() && priorities.allSent()) {
            evaluatedThrough = evaluating;
            evaluatedOffsets = evaluatingOffsets;
        }
    }

    private void sendLines(long now) {
        long asOf = Math.max(engine.clock(), settings.replay() ? Long.MIN_VALUE : Math.min(now, settings.at()));
        for (Map.Entry<String, List<NodeId>> changed :
                engine.sentUsage.takeChanged(settings.emissionSlice()).entrySet()) {
            Measure measure = engine.policies.measure(changed.getKey());
            for (NodeId node : changed.getValue()) {
                if (measure != null) {
                    send(measure, node, asOf);
                }
            }
        }
    }

    private void send(Measure measure, NodeId node, long asOf) {
        String key = Keys.usage(domain, measure.name(), node.tree(), node.account(), node.user());
        FairshareSettings windows = engine.policies.statement(measure).windows();
        Line line = engine.lines.line(measure.name(), node);
        WindowRing ring = engine.rings.rings(measure.name()).get(node);
        if (windows != null && ring != null) {
            engine.rings.sent(measure.name(), node);
            outbox.send(Topic.USAGE, key, Results.usage(domain, measure, node, ring, windows, asOf));
        } else if (line != null) {
            engine.lines.sent(measure.name(), node);
            outbox.send(Topic.USAGE, key, Results.usage(domain, measure, node, line, asOf));
        }
    }
}
