package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.usage.Segment;
import org.jspecify.annotations.Nullable;

/**
 * One job as an application keeps it: its facts, or the instant in their place, and the sum of its charges. Immutable, so that
 * histories with a common beginning share it.
 *
 * @param kept its facts; {@link JobState#EMPTY} if it is forgotten or unknown
 * @param settled when it ended or was last told of; null while it waits or runs
 * @param mark the instant in the place of forgotten facts
 * @param charged processor-milliseconds up to {@link ForgettingHistories#END}
 */
record ForgettingModel(JobState kept, @Nullable Long settled, long mark, long charged) {
    static final ForgettingModel UNKNOWN = new ForgettingModel(JobState.EMPTY, null, Forgetting.NOTHING, 0);

    /** How an application forgets. The sound way, and mistakes. */
    interface Way {
        /** The law as it is. */
        Way SOUND = new Way() {};

        /** Whether a job is over. */
        default boolean isOver(ForgettingModel job, long clock) {
            return job.settled != null && ForgettingHistories.LAW.isOver(job.settled, clock);
        }

        /** The mark that a job leaves. */
        default long mark(ForgettingModel job, long settled) {
            return settled;
        }

        /** Why a fact comes too late. */
        default @Nullable String problem(ForgettingModel job, JobFact fact, long clock) {
            return ForgettingHistories.LAW.problem(fact, job.kept.facts(), job.mark, clock);
        }
    }

    /** A sweep, or a look at the job: what is over is forgotten. */
    ForgettingModel swept(Way way, long clock) {
        ForgettingModel rest = way.isOver(this, clock) && settled != null
                ? new ForgettingModel(JobState.EMPTY, null, way.mark(this, settled), charged)
                : this;
        return rest.mark != Forgetting.NOTHING && ForgettingHistories.LAW.isMarkOver(rest.mark, clock)
                ? new ForgettingModel(rest.kept, rest.settled, Forgetting.NOTHING, rest.charged)
                : rest;
    }

    /** The job with one more fact. */
    ForgettingModel with(JobFact fact) {
        JobLedger.Step step = JobLedger.step(
                LedgerFacts.JOB, kept, fact, ForgettingHistories.MEASURES, Math.max(fact.time(), kept.asOf()));
        long sum = charged;
        for (Charge charge : step.charges()) {
            Segment segment = (Segment) charge.use();
            sum += Long.signum(segment.rate()) * (Math.min(segment.end(), ForgettingHistories.END) - segment.start());
        }
        JobView view = JobView.of(step.state(), ForgettingHistories.MEASURES);
        return new ForgettingModel(
                step.state(),
                view.status() == JobView.Status.ENDED
                        ? (Long) SettledJob.of(view, step.state()).at()
                        : null,
                mark,
                sum);
    }
}
