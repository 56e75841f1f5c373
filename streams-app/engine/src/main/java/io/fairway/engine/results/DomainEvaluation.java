package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.Budget;
import io.fairway.engine.Counters;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.SentUsage;
import io.fairway.engine.store.WriteBehind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the results of one domain are made and sent. Lines go out when a fact touched them, fairshare when a
 * factor or rank moved at the evaluation grid, and priorities in the turn after something was reported about a job.
 * Heartbeats make silence mean "unchanged".
 */
public final class DomainEvaluation {
    private final EngineSettings settings;
    private final DomainClock clock;
    private final DomainState state;
    private final ProcessorWatch watch;
    private final UsageResults usage;
    private final FairshareResults fairshare;
    private final JobPricing pricing;
    private final LimitDecisions limits;
    private final PriorityResults priorities;
    private final OrderResults orders;
    private final Heartbeats heartbeats;
    private final DirtyTrees dirtyTrees = new DirtyTrees();
    /** Trees that a policy claims for itself. The other policies do not evaluate them. */
    private Set<String> scopes = Set.of();

    private boolean ordersDue = true;
    private final EvaluatedThrough through = new EvaluatedThrough();
    private long restoredThrough = Long.MIN_VALUE;
    private final GridTimer evaluation;
    private final GridTimer idleEvaluation;
    private final GridTimer heartbeat;
    /** New results are told of as often as trees are evaluated. */
    private final GridTimer changeTimer;

    private @Nullable EvaluatedDomain published;

    public DomainEvaluation(
            EngineSettings settings,
            DomainState state,
            SentUsage sentUsage,
            WriteBehind written,
            ResultSink resultSink,
            ProcessorWatch watch,
            Counters counters) {
        this.settings = settings;
        clock = settings.clock();
        this.state = state;
        this.watch = watch;
        pricing = new JobPricing(state);
        usage = new UsageResults(state, sentUsage, resultSink);
        fairshare = new FairshareResults(state, written, resultSink, watch, counters, pricing);
        limits = new LimitDecisions(state);
        priorities = new PriorityResults(state, written, resultSink, fairshare, pricing, limits);
        orders = new OrderResults(state, written, resultSink, priorities);
        heartbeats = new Heartbeats(state, resultSink, counters);
        evaluation = new GridTimer(settings.evaluationMillis());
        idleEvaluation = new GridTimer(settings.idleEvaluationMillis());
        heartbeat = new GridTimer(settings.heartbeatMillis());
        changeTimer = new GridTimer(settings.evaluationMillis());
    }

    /** Takes over what was sent before the task started. */
    public void restore() {
        restoredThrough = state.appliedThrough();
        scopes = state.policies().scopes();
        fairshare.restore();
        heartbeats.restore();
        orders.restore();
        pricing.countActivities();
        limits.restore();
        priorities.restore();
        touchAll("start of the application");
    }

    /** Something changed the usage of an association. */
    public void touch(NodeId association, String cause) {
        dirtyTrees.put(association.tree(), cause);
        named(association);
    }

    /** Something changed the usage of associations. */
    public void touch(Collection<NodeId> associations, String cause) {
        associations.forEach(association -> touch(association, cause));
    }

    /** Something changed the usage of an association, and these policies see it. */
    public void touch(NodeId association, String cause, Set<String> policies) {
        dirtyTrees.put(association.tree(), cause, policies);
        named(association);
    }

    /** An association without a share record may get a place now. Usage in a partition is that of its user. */
    private void named(NodeId charged) {
        NodeId association = charged.in("");
        if (state.shares().node(association) != null) {
            return;
        }
        heartbeats.unplaced().allChanged();
        if (state.wouldJoin(association)) {
            state.shares().touch(association.tree());
        }
    }

    public void jobChanged(CurrentJob job) {
        heartbeats.unplaced().changed(job.key());
        ordersDue = true;
        String cause = "job " + job.key().job();
        String active = pricing.jobChanged(job);
        if (active != null) {
            dirtyTrees.put(active, cause);
        }
        for (NodeId association : job.associations()) {
            if (state.shares().node(association) == null) {
                if (job.isPending()) {
                    touch(association, cause);
                } else if (job.view().status() == JobView.Status.ENDED
                        && !state.charged().isCharged(association)) {
                    heartbeats.unplaced().allChanged();
                    state.shares().touch(association.tree());
                }
            }
        }
        if (clock.pricesEachReport() || limits.areNeeded()) {
            priorities.changed(job);
        } else {
            priorities.changedLately(job.key());
        }
    }

    /** Sends the priorities of jobs that changed. Live, one record follows from all that was reported since the last turn. */
    public void sendDuePriorities(Budget budget) {
        priorities.sendDue(budget);
    }

    /** A job's record is no longer valid, or its begin time has come. */
    public void jobDue(JobKey key) {
        ordersDue = true;
        limits.begun(key);
        priorities.pass().due(key);
        if (clock.pricesEachReport()) {
            priorities.sendDue(Budget.UNLIMITED);
        }
    }

    /** Decides by the limits of policies which jobs are eligible. The facts are to be taken as facts of their jobs. */
    public List<LimitDecisions.Decided> decideLimits() {
        if (!priorities.isRestored()) {
            return List.of(); // The order is known only after a look at each job.
        }
        LimitDecisions.Decisions decisions = limits.decide(fairshare::factor);
        decisions.first().forEach(this::jobDue);
        return decisions.facts();
    }

    /** Share nodes changed. {@code jobs} says whether the priorities of jobs depend on the change. */
    public void sharesChanged(String tree, boolean jobs, String cause) {
        heartbeats.unplaced().allChanged();
        dirtyTrees.put(tree, cause);
        if (jobs) {
            priorities.pass().ask(tree);
        }
    }

    /** Hosts changed. Orders depend on them, and nothing else does. */
    public void hostsChanged() {
        ordersDue = true;
    }

    /** Usage on other clusters changed, which concerns every tree of the policies that read it. */
    public void importedChanged(String cause) {
        Set<String> readers = state.policies().inForce().stream()
                .filter(policy -> policy.family().readsImported())
                .map(ActivePolicy::name)
                .collect(Collectors.toSet());
        if (!readers.isEmpty()) {
            dirtyTrees.putEverywhere(cause, readers);
        }
    }

    /**
     * Other versions are in force.
     *
     * @param changed the policies that changed, came or left; the others go on unchanged
     */
    public void policiesChanged(Set<String> changed, String cause) {
        heartbeats.unplaced().allChanged();
        ordersDue = true;
        state.shares().touchAll();
        fairshare.policiesChanged();
        pricing.policiesChanged();
        heartbeats.policiesChanged();
        limits.policiesChanged();
        Set<String> before = scopes;
        scopes = state.policies().scopes();
        for (String tree : state.trees()) {
            if (scopes.equals(before)) {
                dirtyTrees.put(tree, cause, changed);
            } else {
                dirtyTrees.put(tree, cause);
            }
        }
        priorities.pass().askAll();
    }

    /** Usage that policies read is complete: it was being counted. */
    public void recharged(Set<String> policies, String cause) {
        heartbeats.unplaced().allChanged();
        ordersDue = true;
        state.shares().touchAll();
        for (String tree : state.trees()) {
            dirtyTrees.put(tree, cause, policies);
        }
        priorities.pass().askAll();
    }

    /** In event time: evaluates at the first instant of the grid that the clock passes. Everything up to then is known. */
    public void crossGrid(long from, long to) {
        if (dirtyTrees.isEmpty() || from == Long.MIN_VALUE) {
            return;
        }
        long evaluated = Math.max(from, restoredThrough);
        long step = (Math.floorDiv(evaluated, settings.evaluationMillis()) + 1) * settings.evaluationMillis();
        if (step <= to) {
            sendPriorities(Budget.UNLIMITED);
            evaluateTouched(step, false);
            through.evaluated(step, Map.of());
            fairshare.send(Integer.MAX_VALUE, Budget.UNLIMITED, priorities::beforeFall);
            if (!priorities.pass().isAsked()) {
                through.sent();
            }
        }
    }

    /**
     * Makes and sends results: called several times a second.
     *
     * @param at the instant of the results: the wall clock when live, unless the domain's clock did not arrive there
     * @param now the wall clock
     * @param complete whether everything that came in is applied; else nobody is told that the results hold through now
     * @param budget what is not sent then is sent next time
     */
    public void onWallClock(
            long at,
            long now,
            boolean complete,
            Map<String, Long> offsets,
            Map<String, Long> taskCounts,
            Budget budget) {
        usage.sendChanged(settings.emissionSlice(), clock.asOf(state.clock(), at));
        if (clock.evaluatesInEventTime()) {
            sendPriorities(budget);
            return;
        }
        if (fairshare.allSent()) {
            if (idleEvaluation.isDue(now)) {
                Set<String> trees = state.trees();
                keepTrees(trees);
                trees.forEach(dirtyTrees::passTime);
                ordersDue = true;
            }
            if (evaluation.isDue(now)) {
                if (!dirtyTrees.isEmpty()) {
                    through.moved(Math.max(at, state.clock()));
                }
                evaluateTouched(Math.max(at, state.clock()), false);
                if (complete) {
                    through.evaluated(Math.max(at, state.clock()), new TreeMap<>(offsets));
                }
            }
        }
        fairshare.send(settings.emissionSlice(), budget, priorities::beforeFall);
        sendPriorities(budget);
        if (through.isKnown()) {
            boolean regular = heartbeat.isDue(now);
            if (regular || (through.isNews() && changeTimer.isDue(now))) {
                heartbeats.send(through.instant(), through.offsets(), taskCounts, regular);
                through.told();
                publish();
            }
        }
    }

    /**
     * Looks at the jobs whose priorities may have moved, pass by pass. A pass is about the evaluation at its begin: what
     * is evaluated meanwhile is for the next one. So it ends, however often usage moves.
     */
    private void sendPriorities(Budget budget) {
        do {
            priorities.send(budget);
            if (priorities.pass().isBusy() || !fairshare.allSent()) {
                return;
            }
            if (priorities.pass().isComplete()) {
                through.passed();
            }
            through.passBegins();
        } while (priorities.beginPass());
        through.sent();
    }

    /** Whether all that was evaluated is sent, and no job waits to be looked at. */
    public boolean isDone() {
        return fairshare.allSent() && !priorities.pass().isBusy();
    }

    /** Sends everything as of the domain's clock, changed or not. */
    public void flush() {
        keepTrees(state.trees());
        usage.sendAll(state.clock());
        sendPriorities(Budget.UNLIMITED);
        touchAll("end of replay");
        ordersDue = true;
        evaluateTouched(state.clock(), true);
        through.evaluated(state.clock(), Map.of());
        fairshare.send(Integer.MAX_VALUE, Budget.UNLIMITED, priorities::beforeFall);
        sendPriorities(Budget.UNLIMITED);
        heartbeats.send(through.instant(), Map.of(), Map.of(), true);
        publish();
    }

    private void publish() {
        EvaluatedDomain next = new EvaluatedDomain(
                state.domain(),
                through.instant(),
                heartbeats.counts(),
                state.sources().lookedThrough(),
                fairshare.last());
        watch.publish(next);
        published = next;
    }

    /** The domain is no longer evaluated here. */
    public void close() {
        if (published != null) {
            watch.withdraw(published);
        }
    }

    /** Keeps nothing of trees that nothing names any more: anybody can invent the name of one. */
    private void keepTrees(Set<String> trees) {
        state.shares().keepTrees(trees);
        pricing.keepTrees(trees);
        fairshare.keepTrees(trees);
    }

    private void touchAll(String cause) {
        state.trees().forEach(tree -> dirtyTrees.put(tree, cause));
    }

    private void evaluateTouched(long now, boolean all) {
        dirtyTrees.take(state::trees, (tree, touch) -> {
            fairshare.evaluate(tree, touch::concerns, now, all, touch.cause());
            if (state.policies().of(tree).stream()
                    .anyMatch(policy ->
                            touch.concerns(policy.name()) && policy.family().jobsFollowUsage())) {
                priorities.pass().ask(tree);
            } else {
                priorities.refreshFollowing(tree);
            }
        });
        // The ready jobs are known only after a look at each job.
        if (ordersDue && priorities.isRestored()) {
            ordersDue = false;
            orders.evaluate(now);
        }
    }
}
