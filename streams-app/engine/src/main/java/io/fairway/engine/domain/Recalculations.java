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
import io.fairway.engine.state.change.Recalculation;
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
final class Recalculations {
    private static final Logger LOG = LoggerFactory.getLogger(Recalculations.class);
    private static final int SLICE = 64;

    private final DomainState state;
    private final UsageAccounting usage;
    private final DomainEvaluation evaluation;
    private final Consumer<Change> apply;
    private final Map<Recalculation, String> causes = new HashMap<>();

    /** @param apply stores a change, and takes it into memory */
    Recalculations(DomainState state, UsageAccounting usage, DomainEvaluation evaluation, Consumer<Change> apply) {
        this.state = state;
        this.usage = usage;
        this.evaluation = evaluation;
        this.apply = apply;
    }

    /** Begins to charge all kept jobs and adjustments under a new measure. Only the measure's own policies see that. */
    void open(Measure measure, String cause) {
        Set<String> policies = policies(measure.name());
        usage.open(measure, state.clock()).forEach(association -> evaluation.touch(association, cause, policies));
        begin(new Recalculation(Recalculation.Kind.OPENING, measure.name()), cause);
    }

    /** Begins to compute lines of a measure anew. */
    void anew(Measure measure, Predicate<NodeId> reach, String cause) {
        usage.beginAnew(measure, reach, state.clock());
        begin(new Recalculation(Recalculation.Kind.ANEW, measure.name()), cause);
    }

    /** Begins to send the lines of a measure again, whose decay laws are others now. No line changes. */
    void sendAgain(Measure measure, String cause) {
        begin(new Recalculation(Recalculation.Kind.SENDING, measure.name()), cause);
    }

    private void begin(Recalculation recalculation, String cause) {
        causes.put(recalculation, cause);
        apply.accept(new Change.Recalculated(recalculation, ""));
    }

    private String cause(Recalculation recalculation) {
        return causes.getOrDefault(recalculation, "measure " + recalculation.measure());
    }

    /** Goes on. The budget may be spent already: then it charges the jobs of one slice, so that it ends some day. */
    void run(Budget budget) {
        Recalculation recalculation = state.recalculations().next();
        while (recalculation != null) {
            Measure measure = state.policies().measure(recalculation.measure());
            if (measure == null) {
                usage.forgetAnew(recalculation.measure());
                apply.accept(new Change.Recalculated(recalculation, null));
            } else if (!slice(recalculation, measure)) {
                finish(recalculation, measure);
            }
            if (budget.isSpent()) {
                return;
            }
            recalculation = state.recalculations().next();
        }
    }

    /** Charges the next jobs, or sends the next lines. Returns false if there was none left. */
    private boolean slice(Recalculation recalculation, Measure measure) {
        if (recalculation.kind() == Recalculation.Kind.SENDING) {
            List<String> sent = usage.sendAgain(measure, state.recalculations().through(recalculation), SLICE);
            if (!sent.isEmpty()) {
                apply.accept(new Change.Recalculated(recalculation, sent.get(sent.size() - 1)));
            }
            return sent.size() == SLICE;
        }
        List<JobBook.Kept> kept = state.jobs().keptAfter(state.recalculations().through(recalculation), SLICE);
        for (JobBook.Kept job : kept) {
            JobKey key = JobBook.parse(job.key());
            if (recalculation.kind() == Recalculation.Kind.OPENING) {
                charge(key, job, measure, cause(recalculation));
            } else {
                usage.chargeAnew(JobLedger.charges(key, job.state(), List.of(measure)), state.clock());
            }
        }
        if (!kept.isEmpty()) {
            apply.accept(new Change.Recalculated(
                    recalculation, kept.get(kept.size() - 1).key()));
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

    private void finish(Recalculation recalculation, Measure measure) {
        Set<NodeId> changed =
                recalculation.kind() == Recalculation.Kind.ANEW ? usage.finishAnew(measure, state.clock()) : Set.of();
        apply.accept(new Change.Recalculated(recalculation, null));
        String cause = cause(recalculation);
        causes.remove(recalculation);
        if (recalculation.kind() == Recalculation.Kind.SENDING) {
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
