package io.fairway.core.ledger;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Rate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The job ledger: turns the facts of a job into charges. Pure: no clock and no store.
 *
 * <ol>
 *   <li>A job's contribution is a function of the set of its facts, the charging rules and the instant. A step computes
 *       it anew and applies the difference. Facts may therefore arrive in any order, twice, late or corrected.
 *   <li>Facts sort by (time, sequence, type, payload). Of contradicting facts, the better source prevails, then the
 *       higher revision.
 *   <li>Signs of life that change nothing change no state.
 * </ol>
 */
public final class JobLedger {
    private JobLedger() {}

    /**
     * The result of a step.
     *
     * @param state the state to store; the same object as before when nothing changed
     * @param charges the charges to add to lines
     * @param problem why the job, or a run of it, is not charged under a measure that is new to the step; null if all is
     *     charged. A fact that causes it changes nothing, so it is to be refused
     * @param reading of the state under the measures of the step; null if the step made none
     */
    public record Step(
            JobState state,
            List<Charge> charges,
            @Nullable String problem,
            @Nullable JobReading reading) {
        private static Step none(JobState state, @Nullable String problem) {
            return new Step(state, List.of(), problem, null);
        }

        private static Step between(JobReading before, JobReading now) {
            return new Step(
                    now.state(),
                    difference(
                            before.contribution().charges(), now.contribution().charges()),
                    null,
                    now);
        }
    }

    /**
     * Applies one fact.
     *
     * @param job the job that the state belongs to
     * @param state the state before the fact
     * @param fact not later than {@code asOf}
     * @param measures the measures of the job's domain
     * @param asOf the clock of the domain, not before that of {@code state}
     */
    public static Step step(JobKey job, JobState state, JobFact fact, Collection<Measure> measures, long asOf) {
        return settle(job, state, with(state, fact, measures), measures, asOf);
    }

    /** The state with one more fact; the same object if the fact adds nothing. Nothing is charged for it yet. */
    public static JobState with(JobState state, JobFact fact, Collection<Measure> measures) {
        JobFact kept = reduce(fact, measures);
        if (kept == null || (kept.equals(began(kept.run())) && isStarted(state, kept.run()))) {
            return state;
        }
        JobState next = state.with(kept);
        return kept.type() == JobEventType.STARTED ? next.without(began(Run.startOf(kept))) : next;
    }

    /** What a sample shows that says no more than that its run began. A fact of that start says it, too. */
    private static JobFact began(long run) {
        return JobFact.of(JobEventType.SAMPLE, run, run);
    }

    private static boolean isStarted(JobState state, long run) {
        for (JobFact fact : state.facts()) {
            if (fact.type() == JobEventType.STARTED && Run.startOf(fact) == run) {
                return true;
            }
        }
        return false;
    }

    /**
     * Charges what a state has more than the one before it. One call for many facts costs as much as for one.
     *
     * @param before the last state that was charged
     * @param next the same state with more facts
     * @param charged the measures under which the job was charged so far
     * @param asOf the clock of the domain, not before that of {@code before}
     */
    @SuppressWarnings("ReferenceEquality") // the same object says that no fact came, so no comparison is needed
    public static Step settle(JobKey job, JobState before, JobState next, Collection<Measure> charged, long asOf) {
        if (next == before) {
            return Step.none(before, null);
        }
        JobReading old = JobReading.of(job, before, charged);
        JobReading now = JobReading.of(job, next.asOf(asOf), charged);
        String problem = now.contribution().problemSince(old.contribution());
        return problem == null ? Step.between(old, now) : Step.none(before, problem);
    }

    /**
     * The reason why a fact by itself cannot be charged; null for a valid fact. {@link #step} finds what only follows
     * from several facts. A line cannot hold a greater rate, so a run beyond it would pay too little.
     */
    public static @Nullable String problem(JobFact fact, Collection<Measure> measures) {
        if (fact.allocated().isEmpty()) {
            return null;
        }
        for (Measure measure : measures) {
            if (measure.kind() == Measure.Kind.COMMITTED_RUN_TIME) {
                continue; // Its rate is a time.
            }
            BigDecimal rate = measure.at(fact.time()).rate().rate(fact.allocated(), fact.attributes());
            if (rate.compareTo(Rate.MAX) > 0) {
                return "allocated TRES " + shortened(fact.allocated().toString()) + ": the job " + Rate.problem(rate)
                        + " under measure " + measure.name();
            }
        }
        return null;
    }

    /** Advances a job to a later instant: applies the leases that ended and the passes since. */
    public static Step advance(JobKey job, JobState state, Collection<Measure> measures, long asOf) {
        JobReading before = JobReading.of(job, state, measures);
        return Step.between(before, before.asOf(job, asOf));
    }

    /**
     * The charges of a job under measures that are new to it.
     *
     * @param asOf no deadline of the previous measures may lie between the state's own instant and this one, or at this one
     *     (see {@link #deadline}): the state that is returned counts it as applied
     */
    public static Step open(JobKey job, JobState state, Collection<Measure> added, long asOf) {
        JobReading opened = JobReading.of(job, state.asOf(asOf), added);
        return new Step(
                opened.state(),
                opened.contribution().charges(),
                opened.contribution().problems().values().stream().findFirst().orElse(null),
                opened);
    }

    /** All charges of a job as of its own instant. */
    public static List<Charge> charges(JobKey job, JobState state, Collection<Measure> measures) {
        return JobReading.of(job, state, measures).contribution().charges();
    }

    /** The next instant after the state's own at which {@link #advance} changes something. */
    public static OptionalLong deadline(JobState state, Collection<Measure> measures) {
        return JobReading.deadline(Contribution.deadline(state.facts(), Run.of(state.facts()), measures, state.asOf()));
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    /**
     * The part of a fact that the state needs; null for none. A sample keeps its counter only where a measure charges
     * CPU time, and its memory only where one charges that. Where CPU time counts from its report, the sample is kept beside later ones. Any other sample is a sign
     * of life on the grid of the lease. Where no rules grant a lease, a sample only shows that its run, if it names
     * one, began, which needs no fact beside one of the start. A BYPASSED fact is kept where a policy reads it.
     */
    private static @Nullable JobFact reduce(JobFact reported, Collection<Measure> measures) {
        JobFact fact = reported;
        if (fact.type() == JobEventType.BYPASSED) {
            return measures.stream().anyMatch(Measure::keepsBypassed) ? fact : null;
        }
        if (fact.type() != JobEventType.SAMPLE || measures.isEmpty()) {
            return fact;
        }
        boolean memory = !fact.allocated().isEmpty() && charges(measures, Measure.Kind.USED_RUN);
        if (!memory) {
            fact = fact.withAllocated(Tres.NONE).withAttributes(JobAttributes.NONE);
        }
        if (!Double.isNaN(fact.cpuSeconds()) && charges(measures, Measure.Kind.REPORTED_CPU_TIME)) {
            return fact.asReport();
        }
        if (charges(measures, Measure.Kind.CPU_TIME)) {
            return fact;
        }
        if (memory) {
            return fact.withCpu(Double.NaN, fact.epoch());
        }
        long grid = 0;
        for (Measure measure : measures) {
            if (!measure.kind().isOfRuns()) {
                continue;
            }
            for (ChargingRules rules : measure.history().values()) {
                long quarter = rules.leaseMillis() / 4;
                grid = grid == 0 || (quarter != 0 && quarter < grid) ? quarter : grid;
            }
        }
        if (grid == 0) {
            return fact.run() == JobFact.NO_RUN ? null : began(fact.run());
        }
        long seen = Math.floorDiv(fact.time(), grid);
        return JobFact.of(JobEventType.SAMPLE, Math.max(seen * grid, fact.run()), fact.run())
                .withSequence(seen * grid);
    }

    private static boolean charges(Collection<Measure> measures, Measure.Kind kind) {
        for (Measure measure : measures) {
            if (measure.kind() == kind) {
                return true;
            }
        }
        return false;
    }

    private static List<Charge> difference(List<Charge> old, List<Charge> now) {
        if (old.isEmpty()) {
            return now;
        }
        if (old.equals(now)) {
            return List.of();
        }
        Map<Charge, Integer> kept = new LinkedHashMap<>();
        now.forEach(charge -> kept.merge(charge, 1, Integer::sum));
        List<Charge> result = new ArrayList<>();
        for (Charge charge : old) {
            Integer count = kept.get(charge);
            if (count == null || count == 0) {
                result.add(charge.negated());
            } else {
                kept.put(charge, count - 1);
            }
        }
        kept.forEach((charge, count) -> {
            for (int i = 0; i < count; i++) {
                result.add(charge);
            }
        });
        return result;
    }
}
