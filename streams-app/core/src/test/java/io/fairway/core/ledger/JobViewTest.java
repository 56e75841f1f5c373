package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.billing;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.rules;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The current state of a job, from its facts. */
class JobViewTest {
    private static final Measure NO_LEASE = billing(rules(true, true, true, 0));
    private static final Measure LEASE = billing(rules(true, true, true, 600_000));

    private static JobView view(long asOf, Measure measure, JobFact... facts) {
        JobState state = JobState.EMPTY.asOf(T0 + asOf * 1000);
        for (JobFact fact : facts) {
            state = state.with(fact);
        }
        return JobView.of(state, List.of(measure));
    }

    private static JobFact cancelled(long seconds) {
        return JobFact.of(JobEventType.CANCELLED, T0 + seconds * 1000, JobFact.NO_RUN);
    }

    @Test
    void aJobThatNeverRanIsPendingUntilItIsCancelled() {
        JobView waits = view(10, NO_LEASE, submitted());
        JobView ended = view(10, NO_LEASE, submitted(), cancelled(5));

        assertThat(waits.status()).isEqualTo(JobView.Status.PENDING);
        assertThat(waits.submitted()).isEqualTo(T0 - 60_000);
        assertThat(waits.settled()).isEqualTo(JobFact.NO_RUN);
        assertThat(ended.status()).isEqualTo(JobView.Status.ENDED);
        assertThat(ended.runStart()).isEqualTo(JobFact.NO_RUN);
        assertThat(ended.settled()).isEqualTo(T0 + 5000);
    }

    @Test
    void aJobRunsFromItsStartToItsEnd() {
        JobView runs = view(10, NO_LEASE, submitted(), started(0, 1));
        JobView ended = view(10, NO_LEASE, submitted(), started(0, 1), fact(JobEventType.FINISHED, 8));

        assertThat(runs.status()).isEqualTo(JobView.Status.RUNNING);
        assertThat(runs.runStart()).isEqualTo(T0);
        assertThat(ended.status()).isEqualTo(JobView.Status.ENDED);
        assertThat(ended.settled()).isEqualTo(T0 + 8000);
    }

    @Test
    void aRunningJobHoldsItsLatestAllocation() {
        JobFact resized = fact(JobEventType.RESIZED, 4).withAllocated(Tres.cpus(5));

        assertThat(view(10, NO_LEASE, submitted(), started(0, 3)).allocated()).isEqualTo(Tres.cpus(3));
        assertThat(view(10, NO_LEASE, submitted(), started(0, 3), resized).allocated())
                .isEqualTo(Tres.cpus(5));
        assertThat(view(10, NO_LEASE, submitted(), started(0, 3), fact(JobEventType.FINISHED, 8))
                        .allocated())
                .isEqualTo(Tres.NONE);
    }

    @Test
    void aRequeuedJobWaitsAgainAndMayBeCancelledWithoutAnotherRun() {
        JobFact requeued = fact(JobEventType.REQUEUED, 40);
        JobView waits = view(50, NO_LEASE, submitted(), started(0, 1), requeued);
        JobView ended = view(80, NO_LEASE, submitted(), started(0, 1), requeued, cancelled(70));

        assertThat(waits.status()).isEqualTo(JobView.Status.PENDING);
        assertThat(waits.settled()).isEqualTo(JobFact.NO_RUN);
        assertThat(ended.status()).isEqualTo(JobView.Status.ENDED);
        assertThat(ended.settled()).isEqualTo(T0 + 70_000);
    }

    /** T0 is 100 s into a quarter of the lease, 150 s. The lease of 600 s begins at the end of that quarter. */
    @Test
    void aLostEndIsTheEndOfTheLease() {
        JobView within = view(649, LEASE, submitted(), started(0, 1));
        JobView after = view(651, LEASE, submitted(), started(0, 1));

        assertThat(within.status()).isEqualTo(JobView.Status.RUNNING);
        assertThat(after.status()).isEqualTo(JobView.Status.ENDED);
        assertThat(after.settled()).isEqualTo(T0 + 650_000);
        assertThat(view(651, NO_LEASE, submitted(), started(0, 1)).status()).isEqualTo(JobView.Status.RUNNING);
    }
}
