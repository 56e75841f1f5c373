package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * A job's contribution to the usage of associations: a pure function of its facts, the measures and the instant of
 * reading. {@link RunUse} reads its runs, {@link WaitingUse} the time when it does not run here.
 */
final class Contribution {
    private Contribution() {}

    /** The charges of a job under all measures as of an instant. */
    static List<Charge> charges(JobKey job, List<JobFact> facts, Collection<Measure> measures, long asOf) {
        List<Charge> charges = new ArrayList<>();
        for (Run run : Run.of(facts)) {
            for (Measure measure : measures) {
                if (measure.kind().isOfRuns()) {
                    NodeId association = measure.at(run.start()).scope().association(job, run.job());
                    if (association != null) {
                        add(
                                charges,
                                measure,
                                association,
                                RunUse.of(measure, run, asOf).uses());
                    }
                }
            }
        }
        for (Measure measure : measures) {
            if (!measure.kind().isOfRuns()) {
                WaitingUse waiting = WaitingUse.of(measure, facts, asOf);
                NodeId association = measure.at(waiting.since()).scope().association(job, waiting.job());
                if (association != null) {
                    add(charges, measure, association, waiting.uses());
                }
            }
        }
        return charges;
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

    private static void add(List<Charge> charges, Measure measure, NodeId association, List<? extends Use> uses) {
        for (Use use : uses) {
            charges.add(new Charge(measure.name(), association, use));
        }
    }
}
