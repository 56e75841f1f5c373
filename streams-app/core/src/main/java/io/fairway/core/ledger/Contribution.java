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
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A job's contribution to the usage of associations: a pure function of its facts, the measures and the instant of
 * reading. {@link RunUse} reads its runs, {@link WaitingUse} the time when it does not run here.
 *
 * @param charges what it adds to lines
 * @param problems why a run, or the time in which the job waits, is not charged under a measure; by measure and start
 */
record Contribution(List<Charge> charges, Map<String, String> problems) {
    /** The contribution of a job under all measures as of an instant. */
    static Contribution of(JobKey job, List<JobFact> facts, Collection<Measure> measures, long asOf) {
        Contribution all = new Contribution(new ArrayList<>(), new TreeMap<>());
        for (Run run : Run.of(facts)) {
            for (Measure measure : measures) {
                if (measure.kind().isOfRuns()) {
                    NodeId association = measure.at(run.start()).scope().association(job, run.job());
                    if (association != null) {
                        RunUse use = RunUse.of(measure, run, asOf);
                        all.add(measure, association, run.start(), use.uses(), use.problem());
                    }
                }
            }
        }
        for (Measure measure : measures) {
            if (!measure.kind().isOfRuns()) {
                WaitingUse waiting = WaitingUse.of(measure, facts, asOf);
                NodeId association = measure.at(waiting.since()).scope().association(job, waiting.job());
                if (association != null) {
                    all.add(measure, association, waiting.since(), waiting.uses(), waiting.problem());
                }
            }
        }
        return all;
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

    /** The next instant after {@code asOf} at which the contribution changes without a new fact. */
    static OptionalLong deadline(List<JobFact> facts, Collection<Measure> measures, long asOf) {
        TreeSet<Long> all = new TreeSet<>();
        List<Run> runs = Run.of(facts);
        for (Measure measure : measures) {
            if (measure.kind().isOfRuns()) {
                for (Run run : runs) {
                    all.addAll(RunUse.of(measure, run, asOf).deadlines());
                }
            } else {
                all.addAll(WaitingUse.of(measure, facts, asOf).deadlines());
            }
        }
        Long next = all.higher(asOf);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    private void add(
            Measure measure, NodeId association, long start, List<? extends Use> uses, @Nullable String problem) {
        for (Use use : uses) {
            charges.add(new Charge(measure.name(), association, use));
        }
        if (problem != null) {
            problems.put(
                    measure.name() + " " + start,
                    "the job, from " + Instant.ofEpochMilli(start) + " on, " + problem + " under measure "
                            + measure.name());
        }
    }
}
