package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a state of a job says, read once for all who ask: its runs, and what they contribute under measures. All of it
 * follows from the state, the key and the measures, so a reading may be dropped and made again. Immutable.
 */
public final class JobReading {
    private final JobState state;
    private final Collection<Measure> measures;
    private final List<Run> runs;
    private final Contribution contribution;

    private JobReading(JobState state, Collection<Measure> measures, List<Run> runs, Contribution contribution) {
        this.state = state;
        this.measures = measures;
        this.runs = runs;
        this.contribution = contribution;
    }

    /**
     * Reads a state as of its own instant.
     *
     * @param measures that the job is charged under; never changed afterwards
     */
    public static JobReading of(JobKey job, JobState state, Collection<Measure> measures) {
        return of(job, state, Run.of(state.facts()), measures);
    }

    private static JobReading of(JobKey job, JobState state, List<Run> runs, Collection<Measure> measures) {
        return new JobReading(state, measures, runs, Contribution.of(job, state.facts(), runs, measures, state.asOf()));
    }

    /** The same facts as of another instant. */
    JobReading asOf(JobKey job, long instant) {
        return instant == state.asOf() ? this : of(job, state.asOf(instant), runs, measures);
    }

    /** The state that was read. */
    public JobState state() {
        return state;
    }

    Contribution contribution() {
        return contribution;
    }

    /** The current state of the job under the measures of its domain, see {@link JobView#of}. */
    public JobView view(Collection<Measure> all) {
        return JobView.of(state, runs, all);
    }

    /** The next instant at which {@link JobLedger#advance} changes something, see {@link JobLedger#deadline}. */
    @SuppressWarnings("ReferenceEquality") // the same object has the same measures; others are read anew
    public OptionalLong deadline(Collection<Measure> all) {
        return deadline(
                all == measures
                        ? contribution.deadline()
                        : Contribution.deadline(state.facts(), runs, all, state.asOf()));
    }

    /**
     * When a run ended with its lease of which nothing else says that it ended: the latest of them, as a source may tell that
     * an earlier run went on until the next one began. {@link JobFact#NO_RUN} = none did.
     *
     * @param all the measures of the job's domain
     */
    public long lapsedAt(Collection<Measure> all) {
        long lapsed = JobFact.NO_RUN;
        for (Run run : runs) {
            if (run.end() == null) {
                long latest = Math.min(state.asOf(), run.next() - 1);
                for (Measure measure : all) {
                    ChargingRules rules = measure.at(run.start());
                    if (measure.kind().isOfRuns() && rules.leaseMillis() > 0) {
                        long end = rules.leaseEnd(run.lastSeen());
                        lapsed = end <= latest ? Math.max(lapsed, end) : lapsed;
                    }
                }
            }
        }
        return lapsed;
    }

    static OptionalLong deadline(long instant) {
        return instant == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(instant);
    }
}
