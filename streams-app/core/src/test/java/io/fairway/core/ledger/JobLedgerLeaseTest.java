package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.anna;
import static io.fairway.core.ledger.LedgerFacts.billing;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.ownedBy;
import static io.fairway.core.ledger.LedgerFacts.rules;
import static io.fairway.core.ledger.LedgerFacts.slurm;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static io.fairway.core.ledger.LedgerFacts.tell;
import static io.fairway.core.ledger.LedgerFacts.unnamedRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.Tres;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Runs whose end may be lost: leases, and the samples that renew them. */
class JobLedgerLeaseTest {
    private static final long LEASE = 600_000;

    private static LedgerFixture leasing() {
        return new LedgerFixture(billing(rules(true, true, true, LEASE)));
    }

    /** Between 1 and 1.25 leases after the last sign of life. */
    @Test
    void aLostFinishEndsWithTheLease() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        long due = JobLedger.deadline(ledger.job(JOB), List.of(billing(rules(true, true, true, LEASE))))
                .orElseThrow();
        assertThat(due - T0).isBetween(LEASE + 1, LEASE + LEASE / 4);
        ledger.advance(due - 1);
        assertThat(ledger.line("cores", ANNA).rate().isZero()).isFalse();
        ledger.advance(due);
        assertThat(ledger.line("cores", ANNA).rate().isZero()).isTrue();
        assertThat(anna(ledger, 5000)).isEqualTo((due - T0) / 1000.0);
    }

    @Test
    void aReportedEndCorrectsAnExpiredLease() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        ledger.advance(T0 + 9_000_000);
        tell(ledger, fact(JobEventType.FINISHED, 8000));
        assertThat(anna(ledger, 9000)).isEqualTo(8000);
        tell(ledger, fact(JobEventType.FINISHED, 10).withRevision(1));
        assertThat(anna(ledger, 9000)).isEqualTo(10);
    }

    @Test
    void aSampleAfterAnExpiredLeaseContinuesTheRun() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        ledger.advance(T0 + 5_000_000);
        tell(ledger, fact(JobEventType.SAMPLE, 4900));
        assertThat(ledger.line("cores", ANNA).rate().isZero()).isFalse();
        assertThat(anna(ledger, 5000)).isEqualTo(5000);
    }

    @Test
    void samplesThatChangeNothingReturnTheSameState() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        int stored = 0;
        for (int second = 1; second <= 6000; second++) {
            JobState before = ledger.job(JOB);
            assertThat(ledger.tell(JOB, fact(JobEventType.SAMPLE, second).withSequence(second)))
                    .isEmpty();
            stored += ledger.job(JOB).equals(before) ? 0 : 1;
        }
        // One per quarter of the lease, and one for the first.
        assertThat(stored).isBetween(40, 41);
        assertThat(ledger.job(JOB).facts()).hasSize(3);
    }

    @Test
    void withoutALeaseASampleOnlyShowsThatTheRunBegan() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.SAMPLE, 1));
        JobState before = ledger.job(JOB);
        tell(ledger, fact(JobEventType.SAMPLE, 9999), unnamedRun(fact(JobEventType.SAMPLE, 9999)));
        assertThat(ledger.job(JOB)).isSameAs(before);
    }

    @Test
    void aSampleOfAnUnknownRunStartsIt() {
        JobAttributes asked = ownedBy(ANNA).with(JobAttributes.of(Map.of(), Tres.cpus(3)));
        for (LedgerFixture ledger : List.of(slurm(), leasing())) {
            tell(ledger, submitted().withAttributes(asked), fact(JobEventType.SAMPLE, 50));
            assertThat(anna(ledger, 60)).isEqualTo(180);
        }
    }

    @Test
    void aSampleWithoutARunIsASignOfLifeOfTheCurrentRun() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        tell(ledger, unnamedRun(fact(JobEventType.SAMPLE, 3000)));
        ledger.advance(T0 + 3_500_000);
        assertThat(ledger.line("cores", ANNA).rate().isZero()).isFalse();
        ledger.advance(T0 + 4_000_000);
        assertThat(anna(ledger, 5000)).isBetween(3600.0, 3750.0);
    }

    @Test
    void aJobWithoutLeaseOrLimitHasNoDeadline() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1));
        assertThat(JobLedger.deadline(ledger.job(JOB), List.of(billing(rules(true, true, true, 0)))))
                .isEqualTo(OptionalLong.empty());
    }
}
