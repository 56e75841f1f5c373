package io.fairway.api.forecast;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/** The charges of a job from now to its end, if no other event comes. */
public final class Changes {
    /** The most deadlines of one job to foresee. A running job has only a few. */
    private static final int MAX_DEADLINES = 1000;

    private Changes() {}

    /**
     * The changes by one running job: at its deadlines (the committed run time is used up, the first pass charges it) and at its
     * end. Its signs of life go on, so no lease ends before the job.
     *
     * @param measures the measures of the job's domain
     * @param from the clock of the domain, epoch milliseconds
     * @param end when it ends, epoch milliseconds; {@code from} or earlier = at once, {@link Long#MAX_VALUE} = never
     */
    public static List<UsageChange> of(JobKey job, JobState state, Collection<Measure> measures, long from, long end) {
        List<UsageChange> changes = new ArrayList<>();
        JobView view = JobView.of(state, measures);
        if (view.status() != JobView.Status.RUNNING) {
            return changes;
        }
        JobState now = state;
        long ends = Math.max(end, from);
        for (int i = 0; i < MAX_DEADLINES; i++) {
            OptionalLong deadline = JobLedger.deadline(now, measures);
            if (deadline.isEmpty() || deadline.getAsLong() >= ends) {
                break;
            }
            JobLedger.Step step = JobLedger.advance(job, now, measures, deadline.getAsLong());
            if (JobView.of(step.state(), measures).status() == JobView.Status.ENDED) {
                break; // The end of a lease. The forecast assumes that the job is alive.
            }
            add(changes, step, deadline.getAsLong());
            now = step.state();
        }
        if (end != Long.MAX_VALUE) {
            long last = now.facts().get(now.facts().size() - 1).time();
            JobFact finish = JobFact.of(JobEventType.FINISHED, Math.max(ends, last), view.runStart());
            add(changes, JobLedger.step(job, now, finish, measures, Math.max(finish.time(), now.asOf())), ends);
        }
        return changes;
    }

    private static void add(List<UsageChange> changes, JobLedger.Step step, long at) {
        for (Charge charge : step.charges()) {
            changes.add(new UsageChange(at, charge.measure(), charge.association(), charge.use()));
        }
    }
}
