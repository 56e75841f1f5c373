package io.fairway.core.ledger;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.util.Collection;
import java.util.List;

/**
 * The current state of a job, from its facts.
 *
 * @param status what the job does now
 * @param attributes the job's attributes; later facts override earlier ones
 * @param submitted time of submission, or the earliest instant that its facts tell of; epoch milliseconds
 * @param runStart start of its latest run; {@link JobFact#NO_RUN} when it never ran
 * @param settled when it ended for good; {@link JobFact#NO_RUN} before that
 * @param allocated the TRES that it holds while it runs: from its start or last resize, else its request
 */
public record JobView(
        Status status, JobAttributes attributes, long submitted, long runStart, long settled, Tres allocated) {
    /** A job that holds nothing. */
    public JobView(Status status, JobAttributes attributes, long submitted, long runStart, long settled) {
        this(status, attributes, submitted, runStart, settled, Tres.NONE);
    }

    /** This view of a job with other attributes. */
    public JobView withAttributes(JobAttributes other) {
        return new JobView(status, other, submitted, runStart, settled, allocated);
    }

    /** What a job does. */
    public enum Status {
        /** It waits, held or not. */
        PENDING,
        /** It runs, or is suspended. */
        RUNNING,
        /** It ended, was cancelled, or went to another cluster. */
        ENDED
    }

    /**
     * Reads a job under the measures of its domain. A run whose end was lost has ended once the lease of each measure
     * has passed.
     */
    public static JobView of(JobState state, Collection<Measure> measures) {
        return of(state, Run.of(state.facts()), measures);
    }

    /** @param runs the runs that follow from all facts of the state */
    static JobView of(JobState state, List<Run> runs, Collection<Measure> measures) {
        List<List<JobFact>> lives = state.lives();
        List<JobFact> latest = lives.get(lives.size() - 1);
        JobView view = of(latest, lives.size() == 1 ? runs : Run.of(latest));
        if (view.status != Status.RUNNING || !chargesRuns(measures)) {
            return view;
        }
        long leaseEnd = Long.MIN_VALUE;
        for (Run run : runs) {
            if (run.start() == view.runStart) {
                for (Measure measure : measures) {
                    if (!measure.kind().isOfRuns()) {
                        continue;
                    }
                    ChargingRules rules = measure.at(run.start());
                    long end = rules.leaseMillis() == 0 ? Long.MAX_VALUE : rules.leaseEnd(run.lastSeen());
                    leaseEnd = Math.max(leaseEnd, end);
                }
            }
        }
        return leaseEnd > state.asOf()
                ? view
                : new JobView(Status.ENDED, view.attributes, view.submitted, view.runStart, leaseEnd);
    }

    private static boolean chargesRuns(Collection<Measure> measures) {
        for (Measure measure : measures) {
            if (measure.kind().isOfRuns()) {
                return true;
            }
        }
        return false;
    }

    /** A start may be told later than it was, and by a fact of another instant of its run. */
    private static long earliest(List<JobFact> facts) {
        long earliest = facts.isEmpty() ? JobFact.NO_RUN : facts.get(0).time();
        for (JobFact fact : facts) {
            if (Run.namesRun(fact)) {
                earliest = Math.min(earliest, Run.startOf(fact));
            }
        }
        return earliest;
    }

    private static JobView of(List<JobFact> facts, List<Run> runs) {
        JobAttributes attributes = JobAttributes.NONE;
        long submitted = earliest(facts);
        for (JobFact fact : facts) {
            if (fact.type() != JobEventType.LIMITED) {
                attributes = attributes.with(fact.attributes());
            }
            if (fact.type() == JobEventType.SUBMITTED) {
                submitted = fact.time();
            }
        }
        if (runs.isEmpty()) {
            for (JobFact fact : facts) {
                if (fact.type().endsRun() && !fact.type().pendsAgain()) {
                    return new JobView(Status.ENDED, attributes, submitted, JobFact.NO_RUN, fact.time());
                }
            }
            return new JobView(Status.PENDING, attributes, submitted, JobFact.NO_RUN, JobFact.NO_RUN);
        }
        Run last = runs.get(runs.size() - 1);
        JobFact end = last.end();
        if (end == null) {
            return new JobView(Status.RUNNING, attributes, submitted, last.start(), JobFact.NO_RUN, last.holds());
        }
        Long cancelled = cancelledSince(facts, end);
        if (end.type().pendsAgain() && cancelled == null) {
            return new JobView(Status.PENDING, attributes, submitted, last.start(), JobFact.NO_RUN);
        }
        return new JobView(
                Status.ENDED, attributes, submitted, last.start(), cancelled == null ? end.time() : cancelled);
    }

    /** A waiting job can be cancelled without another run. */
    private static @org.jspecify.annotations.Nullable Long cancelledSince(List<JobFact> facts, JobFact end) {
        for (JobFact fact : facts) {
            if (fact.type().endsRun() && !fact.type().pendsAgain() && fact.compareTo(end) > 0) {
                return fact.time();
            }
        }
        return null;
    }
}
