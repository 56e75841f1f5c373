package io.fairway.engine.domain;

import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.Budget;
import io.fairway.engine.results.DomainEvaluation;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.state.UsageAccounting;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Recharge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Charges all kept jobs under a new measure, or anew after a reset that came late; or lets all lines of a measure be sent
 * again. It goes job by job or line by line, and may stop after any of them. The place where it stopped is stored with
 * what was done, so that a restart goes on there.
 */
final class Recharging {
    private static final Logger LOG = LoggerFactory.getLogger(Recharging.class);
    private static final int SLICE = 64;

    private final DomainState state;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Consumer<Change> apply;
    private final Map<Recharge, String> causes = new HashMap<>();

    /** @param apply stores a change, and takes it into memory */
    Recharging(DomainState state, UsageAccounting usage, DomainEvaluation evaluation, Consumer<Change> apply) {
        this.state = state;
        this.usage = usage;
        this.evaluation = evaluation;
        this.apply = apply;
    }

    /** Begins to charge all kept jobs and adjustments under a new measure. Only the measure's own policies see that. */
    void open(Measure measure, String cause) {
        Set<String> policies = policies(measure.name());
        usage.open(measure, state.clock()).forEach(association -> evaluation.touch(association, cause, policies));
        begin(new Recharge(Recharge.Kind.OPENING, measure.name()), cause);
    }

    /** Begins to compute lines of a measure anew. */
    void anew(Measure measure, Predicate<NodeId> reach, String cause) {
        usage.beginAnew(measure, reach, state.clock());
        begin(new Recharge(Recharge.Kind.ANEW, measure.name()), cause);
    }

    /** Begins to send the lines of a measure again, whose decay laws are others now. No line changes. */
    void sendAgain(Measure measure, String cause) {
        begin(new Recharge(Recharge.Kind.SENDING, measure.name()), cause);
    }

    private void begin(Recharge recharge, String cause) {
        causes.put(recharge, cause);
        apply.accept(new Change.Recharged(recharge, ""));
    }

    private String cause(Recharge recharge) {
        return causes.getOrDefault(recharge, "measure " + recharge.measure());
    }

    /** Goes on. The budget may be spent already: then it charges the jobs of one slice, so that it ends some day. */
    void run(Budget budget) {
        Recharge recharge = state.recharges().next();
        while (recharge != null) {
            Measure measure = state.policies().measure(recharge.measure());
            if (measure == null) {
                usage.forgetAnew(recharge.measure());
                apply.accept(new Change.Recharged(recharge, null));
            } else if (!slice(recharge, measure)) {
                finish(recharge, measure);
            }
            if (budget.isSpent()) {
                return;
            }
            recharge = state.recharges().next();
        }
    }

    /** Charges the next jobs, or sends the next lines. Returns false if there was none left. */
    private boolean slice(Recharge recharge, Measure measure) {
        if (recharge.kind() == Recharge.Kind.SENDING) {
            List<String> sent = usage.sendAgain(measure, state.recharges().through(recharge), SLICE);
            if (!sent.isEmpty()) {
                apply.accept(new Change.Recharged(recharge, sent.get(sent.size() - 1)));
            }
            return sent.size() == SLICE;
        }
        List<JobBook.Kept> kept = state.jobs().keptAfter(state.recharges().through(recharge), SLICE);
        for (JobBook.Kept job : kept) {
            JobKey key = JobBook.parse(job.key());
            if (recharge.kind() == Recharge.Kind.OPENING) {
                charge(key, job, measure, cause(recharge));
            } else {
                usage.chargeAnew(JobLedger.charges(key, job.state(), List.of(measure)), state.clock());
            }
        }
        if (!kept.isEmpty()) {
            apply.accept(
                    new Change.Recharged(recharge, kept.get(kept.size() - 1).key()));
        }
        return kept.size() == SLICE;
    }

    private void charge(JobKey key, JobBook.Kept job, Measure measure, String cause) {
        JobBook.Stepped stepped =
                state.jobs().open(key, job, measure, state.policies().measures());
        if (stepped.problem() != null) {
            LOG.warn("not charged under measure {}: job {}: {}", measure.name(), key.job(), stepped.problem());
        }
        apply.accept(Objects.requireNonNull(stepped.change()));
        Set<String> policies = policies(measure.name());
        usage.charge(key, stepped.charges(), state.clock())
                .forEach(association -> evaluation.touch(association, cause, policies));
    }

    private void finish(Recharge recharge, Measure measure) {
        Set<NodeId> changed =
                recharge.kind() == Recharge.Kind.ANEW ? usage.finishAnew(measure, state.clock()) : Set.of();
        apply.accept(new Change.Recharged(recharge, null));
        String cause = cause(recharge);
        causes.remove(recharge);
        if (recharge.kind() == Recharge.Kind.SENDING) {
            return;
        }
        changed.forEach(association -> evaluation.touch(association, cause));
        evaluation.recharged(policies(measure.name()), cause);
    }

    private Set<String> policies(String measure) {
        return state.policies().inForce().stream()
                .filter(policy -> policy.measures().contains(measure))
                .map(policy -> policy.name())
                .collect(Collectors.toSet());
    }
}
