package io.fairway.engine.domain;

import io.fairway.core.ledger.Forgetting;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.Budget;
import io.fairway.engine.Counters;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Origin;
import io.fairway.engine.ResultSink;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.results.LimitDecisions;
import io.fairway.engine.state.DeferredFacts;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the facts of jobs: charges them at once, keeps those of the future, and puts those of large jobs aside, to
 * charge many of them in one step. The order of facts does not matter to the ledger.
 */
final class FactIntake {
    /** The most facts of a large job in one step. */
    private static final int STEP = 500;

    /** After so many decisions it looks at the time. */
    private static final int LOOK = 16;

    /** The most steps of one fact each. */
    private static final int FEW = 8;

    private final DomainClock clock;
    private final Forgetting law;
    private final DomainState state;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Counters counters;
    private final ResultSink resultSink;
    private final Consumer<Change> apply;
    private final LongConsumer applied;

    /**
     * @param apply stores a change, and takes it into memory
     * @param applied hears of the time of each fact that is applied
     */
    FactIntake(
            EngineSettings settings,
            DomainState state,
            UsageAccounting usage,
            DomainEvaluation evaluation,
            Counters counters,
            ResultSink resultSink,
            Consumer<Change> apply,
            LongConsumer applied) {
        clock = settings.clock();
        law = new Forgetting(settings.horizonMillis());
        this.state = state;
        this.usage = usage;
        this.evaluation = evaluation;
        this.counters = counters;
        this.resultSink = resultSink;
        this.apply = apply;
        this.applied = applied;
    }

    /** Why a fact comes too late: what it is about is forgotten. Null if it may count. */
    @Nullable
    String late(Inbound.Job job, long appended) {
        return state.jobs().late(job.key(), job.fact(), law, appended);
    }

    /** Forgets the job if it is over: what comes now is about another life of its id. */
    void forget(JobKey job, long appended) {
        // A measure that is being charged anew still needs the jobs that ended.
        Change forgotten = state.recalculations().isEmpty() ? state.jobs().forget(job, law, appended) : null;
        if (forgotten != null) {
            apply.accept(forgotten);
        }
    }

    /** Takes a fact. Returns the reason of a refusal, or null. */
    @Nullable
    String accept(Inbound.Job job, Origin origin) {
        JobFact fact = job.fact();
        counters.event(fact.type());
        String problem = JobLedger.problem(fact, state.policies().measures());
        if (problem != null) {
            return problem;
        }
        String full = fact.type().endsRun() ? null : state.jobs().full(job.key());
        if (full != null) {
            return full;
        }
        if (fact.time() > state.clock() || (clock.spreadsWork() && state.jobs().isLarge(job.key()))) {
            Change deferred = state.deferred().defer(job.key(), fact, origin);
            if (deferred != null) {
                apply.accept(deferred);
            }
            return null;
        }
        Taken taken = new Taken();
        if (!take(job.key(), List.of(fact), taken)) {
            taken.refused(fact, taken.problem);
        }
        return taken.reason(fact);
    }

    /** Takes decisions of limits, at least one. A job that ended meanwhile, or has no room for it, goes on as before. */
    void limited(Deque<LimitDecisions.Decided> decisions, Budget budget) {
        for (int taken = 1; !decisions.isEmpty(); taken++) {
            LimitDecisions.Decided decided = decisions.removeFirst();
            if (state.jobs().active().containsKey(decided.job())) {
                take(decided.job(), List.of(decided.fact()), new Taken());
            }
            if (taken % LOOK == 0 && budget.isSpent()) {
                return;
            }
        }
    }

    /** What became of facts. */
    private final class Taken implements JobBook.Uncharged {
        private final Map<JobFact, String> refused = new HashMap<>();
        private String problem = "";

        /** Why a fact was refused; null if it was not. */
        @Nullable
        String reason(JobFact fact) {
            return refused.isEmpty() ? null : refused.get(fact);
        }

        @Override
        public void refused(JobFact fact, String why) {
            refused.put(fact, why);
        }

        @Override
        public void duplicate(JobFact fact) {
            counters.duplicate();
        }
    }

    /** The time of a deferred fact has come. */
    void release(String key) {
        DeferredFacts.Kept kept = state.deferred().fact(key);
        if (kept == null) {
            return;
        }
        JobKey job = DeferredFacts.jobOf(key);
        if (clock.spreadsWork() && state.jobs().isLarge(job)) {
            state.deferred().park(job);
        } else {
            release(job, List.of(kept));
        }
    }

    /** Charges facts that were put aside, one step at least. */
    void applyParked(Budget budget) {
        JobKey job = state.deferred().nextParked();
        while (job != null) {
            List<DeferredFacts.Kept> kept = state.deferred().takeParked(job, STEP, state.clock());
            if (!release(job, kept)) {
                // One of them is the reason. A few by themselves, so that the turn stays short; the others stay.
                state.deferred().park(job);
                kept.stream().limit(FEW).forEach(fact -> release(fact));
            }
            if (budget.isSpent()) {
                return;
            }
            job = state.deferred().nextParked();
        }
    }

    /** Whether any facts are put aside whose time has come. */
    boolean hasParked() {
        return state.deferred().nextParked() != null;
    }

    private void release(DeferredFacts.Kept kept) {
        release(DeferredFacts.jobOf(kept.key()), List.of(kept));
    }

    /** Charges kept facts in one step. Returns false, and changes nothing, if that cannot be. */
    private boolean release(JobKey job, List<DeferredFacts.Kept> kept) {
        Taken taken = new Taken();
        if (!take(job, kept.stream().map(DeferredFacts.Kept::fact).toList(), taken)) {
            if (kept.size() > 1) {
                return false;
            }
            kept.forEach(fact -> taken.refused(fact.fact(), taken.problem));
        }
        for (DeferredFacts.Kept fact : kept) {
            apply.accept(new Change.Released(fact.key()));
            String reason = taken.reason(fact.fact());
            if (reason != null) {
                counters.deadLetters++;
                resultSink.refuse(fact.origin(), DeferredFacts.jobText(fact.key()), reason);
            }
        }
        return true;
    }

    /** Charges facts in one step. Returns false, and changes nothing, if the job cannot be charged with all of them. */
    private boolean take(JobKey job, List<JobFact> facts, Taken taken) {
        Collection<Measure> all = state.policies().measures();
        JobBook.Stepped stepped =
                state.jobs().take(job, facts, all, state.recalculations().charged(job, all), state.clock(), taken);
        if (stepped.problem() != null) {
            taken.problem = stepped.problem();
            return false;
        }
        for (JobFact fact : facts) {
            applied.accept(fact.time());
        }
        settle(
                job,
                stepped,
                () -> (facts.size() == 1 ? facts.get(0).type().name() : facts.size() + " facts") + " of job "
                        + job.job());
        return true;
    }

    /** The ledger of a job has something to do. */
    void advance(JobKey job) {
        boolean active = state.jobs().active().containsKey(job);
        if (active || state.sources().isLapsed(job)) {
            if (!active && state.jobs().load(job).facts().isEmpty()) {
                state.sources().forget(job);
                return;
            }
            Collection<Measure> all = state.policies().measures();
            JobBook.Stepped stepped =
                    state.jobs().advance(job, all, state.recalculations().charged(job, all), state.clock());
            settle(job, stepped, () -> "lease of job " + job.job());
        }
    }

    /** @param cause in words; only a job that charges something has to say it */
    private void settle(JobKey job, JobBook.Stepped stepped, Supplier<String> cause) {
        Change.Job change = stepped.change();
        if (change == null) {
            return;
        }
        apply.accept(change);
        Set<NodeId> charged = usage.charge(job, stepped.charges(), state.clock());
        if (!charged.isEmpty()) {
            evaluation.touch(charged, cause.get());
        }
        evaluation.jobChanged(state.current(change));
    }
}
