package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A job's contribution to the usage of associations: a pure function of its facts, the measures and the instant of
 * reading. {@link RunUse} reads its runs, {@link WaitingUse} the time when it does not run here.
 *
 * @param charges what it adds to lines
 * @param problems why a run, or the time in which the job waits, is not charged under a measure; by measure and start
 * @param deadline the next instant after the one of reading at which the contribution changes without a new fact;
 *     {@link Long#MAX_VALUE} = none
 */
record Contribution(List<Charge> charges, Map<String, String> problems, long deadline) {
    /**
     * The contribution of a job under all measures as of an instant.
     *
     * @param runs the runs that follow from the facts
     */
    static Contribution of(JobKey job, List<JobFact> facts, List<Run> runs, Collection<Measure> measures, long asOf) {
        Sum sum = new Sum();
        for (Run run : runs) {
            for (Measure measure : measures) {
                if (measure.kind().isOfRuns()) {
                    RunUse use = RunUse.of(measure, run, asOf);
                    NodeId association = measure.at(run.start()).scope().association(job, run.job());
                    sum.add(measure, association, run.start(), use.uses(), use.problem());
                    sum.changesAt(use.deadline());
                }
            }
        }
        for (Measure measure : measures) {
            if (!measure.kind().isOfRuns()) {
                WaitingUse waiting = WaitingUse.of(measure, facts, asOf);
                NodeId association = measure.at(waiting.since()).scope().association(job, waiting.job());
                sum.add(measure, association, waiting.since(), waiting.uses(), waiting.problem());
                sum.changesAt(waiting.deadline());
            }
        }
        return new Contribution(sum.charges, sum.problems, sum.deadline);
    }

    /** A problem that an earlier contribution of the job did not have; null if there is none. */
    @Nullable
    String problemSince(Contribution earlier) {
        for (Map.Entry<String, String> problem : problems.entrySet()) {
            if (!earlier.problems.containsKey(problem.getKey())) {
                return problem.getValue();
            }
        }
        return null;
    }

    /** The {@link #deadline} of a job: it does not depend on who pays. */
    static long deadline(List<JobFact> facts, List<Run> runs, Collection<Measure> measures, long asOf) {
        Sum sum = new Sum();
        for (Measure measure : measures) {
            if (measure.kind().isOfRuns()) {
                for (Run run : runs) {
                    sum.changesAt(RunUse.of(measure, run, asOf).deadline());
                }
            } else {
                sum.changesAt(WaitingUse.of(measure, facts, asOf).deadline());
            }
        }
        return sum.deadline;
    }

    /** A contribution while it is added up. */
    private static final class Sum {
        private final List<Charge> charges = new ArrayList<>(2);
        private Map<String, String> problems = Map.of();
        private long deadline = Long.MAX_VALUE;

        /** @param association null = nobody pays */
        void add(
                Measure measure,
                @Nullable NodeId association,
                long start,
                List<? extends Use> uses,
                @Nullable String problem) {
            if (association == null) {
                return;
            }
            for (Use use : uses) {
                charges.add(new Charge(measure.name(), association, use));
            }
            if (problem != null) {
                problems = problems.isEmpty() ? new TreeMap<>() : problems;
                problems.put(
                        measure.name() + " " + start,
                        "the job, from " + Instant.ofEpochMilli(start) + " on, " + problem + " under measure "
                                + measure.name());
            }
        }

        void changesAt(long instant) {
            deadline = Math.min(deadline, instant);
        }
    }
}
