package io.fairway.engine.domain;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.usage.DecayLaws;
import io.fairway.engine.Budget;
import io.fairway.engine.Counters;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.results.LimitDecisions;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.PolicyBook;
import io.fairway.engine.state.RefusedVersions;
import io.fairway.engine.state.SentUsage;
import io.fairway.engine.state.StateWriter;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.state.change.SourceLife;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.WriteBehind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one domain: takes records, moves the clock, and does everything that falls due. A handler asks the state for the
 * changes of a record and {@link #apply applies} them. {@link UsageAccounting} moves the lines, {@link
 * DomainEvaluation} makes results.
 */
public final class DomainEngine {
    /** After so many things that fell due it looks at the time. */
    private static final int LOOK = 16;

    /**
     * The grid, in milliseconds, on which the engine notes how far it has applied facts. A coarse grid makes that
     * cheap.
     */
    private static final long APPLIED_GRID = 60_000;

    private final EngineSettings settings;
    private final DomainClock clock;
    private final DomainState state;
    private final StateWriter writer;
    private final SentUsage sentUsage;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Recalculations recalculations;
    private final FactIntake facts;
    private final AdjustmentIntake adjustments;
    private final Counters counters;
    /** What limits decided of jobs and is not taken yet. */
    private final Deque<LimitDecisions.Decided> decisions = new ArrayDeque<>();
    /** The reset that has begun and is not complete. */
    private Timeline.@Nullable Due resetting;

    public DomainEngine(
            String domain, EngineSettings settings, WriteBehind written, ResultSink resultSink, ProcessorWatch watch) {
        this.settings = settings;
        clock = settings.clock();
        state = new DomainState(domain, written);
        writer = new StateWriter(state, written);
        sentUsage = new SentUsage(domain, written);
        usage = new UsageAccounting(state, written, sentUsage);
        counters = new Counters(watch);
        evaluation = new DomainEvaluation(settings, state, sentUsage, written, resultSink, watch, counters);
        recalculations = new Recalculations(state, usage, evaluation, this::apply);
        adjustments =
                new AdjustmentIntake(state, usage, evaluation, recalculations, counters, this::apply, this::applied);
        facts = new FactIntake(settings, state, usage, evaluation, counters, resultSink, this::apply, this::applied);
    }

    public DomainState state() {
        return state;
    }

    public DomainEvaluation evaluation() {
        return evaluation;
    }

    public Counters counters() {
        return counters;
    }

    /** Reads the domain back from the stores. */
    public void restore() {
        state.restore();
        sentUsage.restore();
        usage.restore();
        evaluation.restore();
        state.sources().lives().forEach(this::renewLeases);
    }

    /**
     * Why a fact comes too late: its run is forgotten. If it does not, the job is forgotten if it is over.
     *
     * @param appended the append clock of the partition, epoch milliseconds
     */
    public @Nullable String late(Inbound.Job job, long appended) {
        String problem = facts.late(job, appended);
        if (problem == null) {
            facts.forget(job.key(), appended);
        }
        return problem;
    }

    /**
     * Takes a record. What takes longer than the budget is begun, and goes on with {@link #work}.
     *
     * @return the reason of a refusal, or null
     */
    public @Nullable String accept(Inbound inbound, Origin origin, Budget budget) {
        return switch (inbound) {
            case Inbound.Job job -> {
                advanceTo(clock.byEvent(job.fact().time()), budget);
                yield facts.accept(job, origin);
            }
            case Inbound.Share share -> accept(share);
            case Inbound.OfHost host -> accept(host);
            case Inbound.PolicyVersion version -> accept(version, budget);
            case Inbound.Imported imported -> accept(imported);
            case Inbound.Source source -> accept(source);
            case Inbound.Adjust adjust -> accept(adjust, budget);
            case Inbound.Clock tick -> accept(tick, budget);
        };
    }

    /**
     * Moves the clock, and does everything that falls due on the way, in order of time. If the budget is spent, the
     * clock stays at the last thing that was done.
     *
     * @param instant epoch milliseconds; {@link DomainClock#STAYS} moves nothing
     * @return whether the clock arrived
     */
    public boolean advanceTo(long instant, Budget budget) {
        long target = Math.min(instant, settings.at());
        if (target <= state.clock() && !state.timeline().isDue(target)) {
            return true;
        }
        if (clock.evaluatesInEventTime()) {
            decideLimits(() -> Budget.UNLIMITED);
            evaluation.crossGrid(state.clock(), target);
        }
        boolean arrived = true;
        int done = 0;
        while (arrived && state.timeline().isDue(target)) {
            Timeline.Entry entry = takeDue(target);
            state.moveTo(entry.at());
            carryOut(entry, budget);
            done++;
            arrived = resetting == null
                    && (done % LOOK != 0
                            || !budget.isSpent()
                            || !state.timeline().isDue(target));
        }
        if (arrived) {
            state.moveTo(target);
        }
        if (done > 0) {
            saveClock();
        }
        return arrived;
    }

    /** The next thing that is due. Of several resets with nothing else between them, the last alone counts. */
    private Timeline.Entry takeDue(long target) {
        Timeline.Entry entry = state.timeline().take();
        if (resetting != null || !(entry.due() instanceof Timeline.Due.Reset reset)) {
            return entry;
        }
        long until = Math.min(target, state.timeline().firstButResets());
        long last = state.policies().resets(reset.measure()).lastAtOrBefore(until);
        return new Timeline.Entry(Math.max(entry.at(), last), reset);
    }

    /**
     * Takes a turn: moves the clock, goes on with what was begun, and makes and sends results.
     *
     * @param now the wall clock, which says when something is due again
     * @param time how far the clock of the domain may go by it; {@link DomainClock#STAYS} = that is not known
     * @param budgets makes one for each part of the turn
     * @return whether nothing is left for the next turn
     */
    public boolean work(
            long now, long time, Map<String, Long> offsets, Map<String, Long> taskCounts, Supplier<Budget> budgets) {
        boolean arrived = advanceTo(clock.byWallClock(time), budgets.get());
        // Nobody knows yet what time it is. Results as of the clock of before a restart would be of the past.
        if (!clock.evaluatesInEventTime() && (time == DomainClock.STAYS || state.clock() == Long.MIN_VALUE)) {
            return true;
        }
        if (isResetting()) {
            return false; // Half of the usage is still that of before.
        }
        facts.applyParked(budgets.get());
        recalculations.run(budgets.get());
        if (!clock.evaluatesInEventTime()) {
            decideLimits(budgets);
        }
        evaluation.sendDuePriorities(budgets.get()); // Before orders, which need them.
        boolean complete = arrived && !facts.hasParked() && decisions.isEmpty();
        evaluation.onWallClock(arrived ? time : state.clock(), now, complete, offsets, taskCounts, budgets.get());
        return complete && state.recalculations().isEmpty() && evaluation.isDone();
    }

    /** Sends the priorities of jobs that changed, between two turns. */
    public void sendDuePriorities(Budget budget) {
        if (!isResetting()) {
            evaluation.sendDuePriorities(budget);
        }
    }

    /** Decides about whatever was reported since the last time, unless decisions are left. */
    private void decideLimits(Supplier<Budget> budget) {
        if (decisions.isEmpty()) {
            decisions.addAll(evaluation.decideLimits());
        }
        if (!decisions.isEmpty()) {
            facts.limited(decisions, budget.get());
        }
    }

    private boolean isResetting() {
        return resetting != null;
    }

    /** Writes a change, and takes it into memory. */
    private void apply(Change change) {
        writer.write(change);
        state.replay(change);
    }

    private @Nullable String accept(Inbound.Share share) {
        NodeId id = share.id();
        ShareNode before = state.shares().node(id);
        Change.Share change = state.shares().decide(id, share.node());
        if (change != null) {
            apply(change);
            evaluation.sharesChanged(id.tree(), movesJobs(before, change.node()), "shares of " + id);
        }
        return null;
    }

    /** Whether a share node changed in a way that the priorities of jobs depend on. */
    private static boolean movesJobs(@Nullable ShareNode before, ShareNode now) {
        return before == null
                || before.deleted() != now.deleted()
                || before.priority() != now.priority()
                || !Objects.equals(before.parent(), now.parent());
    }

    private @Nullable String accept(Inbound.OfHost host) {
        Change.OfHost change = state.hosts().decide(host.id(), host.host());
        if (change != null) {
            apply(change);
            evaluation.hostsChanged();
        }
        return null;
    }

    private @Nullable String accept(Inbound.Imported imported) {
        Change.Imported change = state.imported().decide(imported);
        if (change != null) {
            apply(change);
            evaluation.importedChanged("remote usage " + change.key());
        }
        return null;
    }

    private @Nullable String accept(Inbound.Source source) {
        String problem = state.sources().problem(source);
        if (problem != null) {
            return problem;
        }
        List<Change.Source> changes = state.sources().decide(source);
        changes.forEach(this::apply);
        if (!changes.isEmpty()) {
            renewLeases(source.life());
        }
        return null;
    }

    /** Looks again at runs that ended with their lease. They may be many: each has its turn. */
    private void renewLeases(SourceLife life) {
        for (JobKey job : state.sources().lapsedSince(life)) {
            state.timeline().schedule(state.clock(), new Timeline.Due.Renewal(job));
        }
    }

    private @Nullable String accept(Inbound.PolicyVersion version, Budget budget) {
        Map<String, Long> lastResets = state.lastResets();
        Map<String, DecayLaws> laws = state.policies().laws();
        PolicyBook.Decision decision = state.policies().decide(version, state.appliedThrough(), state.clock());
        noteRefused(version, decision.problem() != null);
        if (decision.change() == null) {
            return decision.problem();
        }
        apply(decision.change());
        Set<String> changed = state.policiesChanged();
        String cause = "policy " + version.name();
        for (Measure measure : state.policies().measures()) {
            Long lastReset = lastResets.get(measure.name());
            if (lastReset == null) {
                recalculations.open(measure, cause);
            } else if (lastReset < state.policies().resets(measure.name()).lastAtOrBefore(state.clock())) {
                // The version holds from a little before the clock, and resets usage there.
                recalculations.anew(measure, node -> true, cause);
            }
            if (!measure.laws().equals(laws.getOrDefault(measure.name(), measure.laws()))) {
                recalculations.sendAgain(measure, cause);
            }
        }
        recalculations.run(budget);
        evaluation.policiesChanged(changed, cause);
        return null;
    }

    /** Whether the newest record of a version was refused is known until another one is accepted, or says nothing new. */
    private void noteRefused(Inbound.PolicyVersion version, boolean refused) {
        RefusedVersions noted = state.refusedVersions();
        if (refused
                ? noted.isNews(version.name(), version.effectiveFrom())
                : noted.isNoted(version.name(), version.effectiveFrom())) {
            apply(new Change.RefusedVersion(version.name(), version.effectiveFrom(), !refused));
        }
    }

    private @Nullable String accept(Inbound.Adjust adjust, Budget budget) {
        advanceTo(clock.byEvent(adjust.adjustment().at()), budget);
        return adjustments.accept(adjust, budget);
    }

    private @Nullable String accept(Inbound.Clock tick, Budget budget) {
        if (!clock.isMovedByTicks()) {
            return "clock of domain " + state.domain() + ": only replay and simulation move it by records";
        }
        advanceTo(tick.time(), budget);
        decideLimits(() -> Budget.UNLIMITED);
        if (tick.flush()) {
            saveClock();
            evaluation.flush();
        }
        return null;
    }

    private void carryOut(Timeline.Entry entry, Budget budget) {
        switch (entry.due()) {
            case Timeline.Due.Reset reset -> reset(reset, entry.at(), budget);
            case Timeline.Due.PolicyChange change ->
                evaluation.policiesChanged(state.policiesChanged(), "policy change");
            case Timeline.Due.Deferred deferred -> facts.release(deferred.key());
            case Timeline.Due.Adjusted adjusted -> {
                adjustments.carryOut(adjusted.key());
                recalculations.run(budget);
            }
            case Timeline.Due.Job due -> facts.advance(due.job());
            case Timeline.Due.Renewal due -> facts.advance(due.job());
            case Timeline.Due.Priority due -> evaluation.jobDue(due.job());
        }
    }

    private void reset(Timeline.Due.Reset due, long at, Budget budget) {
        Measure measure = state.policies().measure(due.measure());
        if (measure != null) {
            applied(at);
            UsageAccounting.Reset reset = usage.reset(measure, at, budget);
            evaluation.touch(reset.changed(), "usage reset");
            resetting = reset.complete() ? null : due;
            if (reset.complete()) {
                state.scheduleReset(measure);
            } else {
                state.timeline().schedule(at, due);
            }
        }
    }

    private void applied(long time) {
        if (time > state.appliedThrough()) {
            state.applied((Math.floorDiv(time, APPLIED_GRID) + 1) * APPLIED_GRID - 1);
            saveClock();
        }
    }

    private void saveClock() {
        if (state.clock() != Long.MIN_VALUE) {
            writer.clock(state.clock(), state.appliedThrough());
        }
    }
}
