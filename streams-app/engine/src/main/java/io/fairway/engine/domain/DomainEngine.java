package io.fairway.engine.domain;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.Counters;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Outbox;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.state.Change;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.HeldFacts;
import io.fairway.engine.state.Inbound;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.state.PolicyBook;
import io.fairway.engine.state.SentUsage;
import io.fairway.engine.state.StateWriter;
import io.fairway.engine.state.Timeline;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.store.EngineStores;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs one domain: takes records, moves the clock, and does everything that falls due. A handler asks the state for the
 * changes of a record and {@link #apply applies} them. {@link UsageAccounting} moves the lines, {@link
 * DomainEvaluation} makes results.
 */
public final class DomainEngine {
    /**
     * The grid, in milliseconds, on which the engine notes how far it has applied facts. A coarse grid makes that
     * cheap.
     */
    private static final long APPLIED_GRID = 60_000;

    private final EngineSettings settings;
    private final DomainState state;
    private final StateWriter writer;
    private final SentUsage sentUsage;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Counters counters;

    public DomainEngine(
            String domain, EngineSettings settings, EngineStores stores, Outbox outbox, ProcessorWatch watch) {
        this.settings = settings;
        state = new DomainState(domain, stores);
        writer = new StateWriter(state, stores);
        sentUsage = new SentUsage(domain, stores);
        usage = new UsageAccounting(state, stores, sentUsage);
        counters = new Counters(watch);
        evaluation = new DomainEvaluation(settings, state, sentUsage, stores, outbox, watch, counters);
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
        evaluation.restore();
    }

    /** Takes a record. Returns the reason of a refusal, or null. */
    public @Nullable String accept(Inbound inbound) {
        return switch (inbound) {
            case Inbound.Job job -> accept(job);
            case Inbound.Share share -> accept(share);
            case Inbound.PolicyVersion version -> accept(version);
            case Inbound.Adjust adjust -> accept(adjust);
            case Inbound.Clock tick -> accept(tick);
        };
    }

    /** Moves the clock, and does everything that falls due on the way, in order of time. */
    public void advanceTo(long instant) {
        long target = Math.min(instant, settings.at());
        if (target <= state.clock()) {
            return;
        }
        if (settings.replay()) {
            evaluation.crossGrid(state.clock(), target);
        }
        boolean moved = false;
        while (state.timeline().isDue(target)) {
            Timeline.Entry entry = state.timeline().take();
            state.moveTo(entry.at());
            carryOut(entry);
            moved = true;
        }
        state.moveTo(target);
        if (moved) {
            saveClock();
        }
    }

    /** Writes a change, and takes it into memory. */
    private void apply(Change change) {
        writer.write(change);
        state.replay(change);
    }

    private @Nullable String accept(Inbound.Job job) {
        JobFact fact = job.fact();
        counters.event(fact.type());
        String problem = JobLedger.problem(fact, state.policies().measures());
        if (problem != null) {
            return problem;
        }
        if (settings.replay()) {
            advanceTo(fact.time());
        }
        if (fact.time() > state.clock()) {
            Change held = state.held().hold(job.key(), fact);
            if (held != null) {
                apply(held);
            }
            return null;
        }
        return take(job.key(), fact);
    }

    private @Nullable String take(JobKey job, JobFact fact) {
        JobBook.Stepped stepped = state.jobs().take(job, fact, state.policies().measures(), state.clock());
        if (stepped == null) {
            return "job " + job.job() + " has " + JobBook.MOST_FACTS + " facts already; only its end is taken";
        }
        applied(fact.time());
        settle(stepped, fact.type() + " of job " + job.job());
        return null;
    }

    private void settle(JobBook.Stepped stepped, String cause) {
        Change.Job change = stepped.change();
        if (change == null) {
            counters.duplicate();
            return;
        }
        apply(change);
        touch(usage.charge(stepped.charges(), state.clock()), cause);
        evaluation.jobChanged(state.current(change));
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

    private @Nullable String accept(Inbound.PolicyVersion version) {
        Map<String, Long> lastResets = state.lastResets();
        PolicyBook.Decision decision = state.policies().decide(version, state.appliedThrough());
        if (decision.change() == null) {
            return decision.problem();
        }
        apply(decision.change());
        Set<String> changed = state.policiesChanged();
        String cause = "policy " + version.name();
        for (Measure measure : state.policies().measures()) {
            Long lastReset = lastResets.get(measure.name());
            if (lastReset == null) {
                open(measure, cause);
            } else if (lastReset < state.policies().resets(measure.name()).lastAtOrBefore(state.clock())) {
                // The version holds from a little before the clock, and resets usage there.
                touch(usage.rebuild(measure, node -> true, state.clock()), cause);
            }
        }
        evaluation.policiesChanged(changed, cause);
        return null;
    }

    /** Charges all known jobs and adjustments under a new measure. Only the measure's own policies see that. */
    private void open(Measure measure, String cause) {
        Set<String> policies = state.policies().inForce().stream()
                .filter(policy -> policy.measures().contains(measure.name()))
                .map(policy -> policy.name())
                .collect(Collectors.toSet());
        state.jobs().open(List.of(measure), state.policies().measures(), state.clock(), (job, stepped) -> {
            apply(Objects.requireNonNull(stepped.change()));
            usage.charge(stepped.charges(), state.clock())
                    .forEach(association -> evaluation.touch(association, cause, policies));
        });
        usage.open(measure, state.clock()).forEach(association -> evaluation.touch(association, cause, policies));
    }

    private @Nullable String accept(Inbound.Adjust adjust) {
        Adjustment adjustment = adjust.adjustment();
        if (settings.replay()) {
            advanceTo(adjustment.at());
        }
        String problem = usage.problem(adjustment);
        if (problem != null) {
            return problem;
        }
        Adjustment old = state.adjustments().get(adjust.key());
        if (old != null && adjustment.compareTo(old) <= 0) {
            counters.duplicate();
            return null;
        }
        boolean counted = state.adjustments().isInEffect(adjust.key());
        apply(new Change.Adjusted(adjust.key(), adjustment, false));
        if (old != null && counted) {
            touch(usage.takeBack(old, state.clock()), "adjustment " + adjustment.id());
        }
        if (adjustment.at() <= state.clock()) {
            carryOut(adjust.key());
        }
        return null;
    }

    private void carryOut(String key) {
        Adjustment adjustment = state.adjustments().get(key);
        if (adjustment != null
                && adjustment.at() <= state.clock()
                && !state.adjustments().isInEffect(key)) {
            applied(adjustment.at());
            apply(new Change.Adjusted(key, adjustment, true));
            touch(usage.carryOut(adjustment, state.clock()), "adjustment " + adjustment.id());
        }
    }

    private @Nullable String accept(Inbound.Clock tick) {
        if (!settings.replay()) {
            return "clock of domain " + state.domain() + ": only replay and simulation move it by records";
        }
        advanceTo(tick.time());
        if (tick.flush()) {
            saveClock();
            evaluation.flush();
        }
        return null;
    }

    private void carryOut(Timeline.Entry entry) {
        switch (entry.due()) {
            case Timeline.Due.Reset reset -> reset(reset.measure(), entry.at());
            case Timeline.Due.PolicyChange change ->
                evaluation.policiesChanged(state.policiesChanged(), "policy change");
            case Timeline.Due.Held held -> release(held.key());
            case Timeline.Due.Adjusted adjusted -> carryOut(adjusted.key());
            case Timeline.Due.Job due -> {
                JobKey job = due.job();
                if (state.jobs().active().containsKey(job)) {
                    settle(
                            state.jobs().advance(job, state.policies().measures(), state.clock()),
                            "lease of job " + job.job());
                }
            }
            case Timeline.Due.Priority due -> evaluation.jobDue(due.job());
        }
    }

    private void release(String key) {
        JobFact fact = state.held().fact(key);
        if (fact != null) {
            apply(new Change.Released(key));
            if (take(HeldFacts.jobOf(key), fact) != null) {
                counters.deadLetters++;
            }
        }
    }

    private void reset(String name, long at) {
        Measure measure = state.policies().measure(name);
        if (measure != null) {
            applied(at);
            touch(usage.reset(measure, at), "usage reset");
            state.scheduleCalendar();
        }
    }

    private void touch(Collection<NodeId> associations, String cause) {
        for (NodeId association : associations) {
            evaluation.touch(association, cause);
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
