package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.REQUEUED_ONCE;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.anna;
import static io.fairway.core.ledger.LedgerFacts.billing;
import static io.fairway.core.ledger.LedgerFacts.charging;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.rules;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static io.fairway.core.ledger.LedgerFacts.tell;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The choices of a policy: whether to charge suspended time, time over the limit, and requeued runs. */
class JobLedgerChoicesTest {
    private static JobAttributes limit(long seconds) {
        return JobAttributes.of(Map.of(Attribute.TIME_LIMIT, Long.toString(seconds)), Tres.NONE);
    }

    private static final JobFact[] SUSPENDED_FROM_20_TO_50 = {
        submitted(),
        started(0, 2),
        fact(JobEventType.SUSPENDED, 20),
        fact(JobEventType.RESUMED, 50),
        fact(JobEventType.FINISHED, 100)
    };

    @Test
    void suspendedTimeIsChargedAsSlurmDoes() {
        assertThat(anna(tell(charging(true, true, true), SUSPENDED_FROM_20_TO_50), 100))
                .isEqualTo(200);
    }

    @Test
    void aPolicyCanMakeSuspendedTimeFree() {
        LedgerFixture ledger = tell(charging(false, true, true), submitted(), started(0, 2));
        tell(ledger, fact(JobEventType.SUSPENDED, 20));
        assertThat(anna(ledger, 40)).isEqualTo(40);
        tell(ledger, fact(JobEventType.RESUMED, 50));
        assertThat(anna(ledger, 60)).isEqualTo(60);
        tell(ledger, fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(140);
    }

    @Test
    void aRunThatEndsSuspendedIsChargedUntilItsSuspension() {
        LedgerFixture ledger = tell(
                charging(false, true, true),
                submitted(),
                started(0, 2),
                fact(JobEventType.SUSPENDED, 20),
                fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(40);
    }

    private static JobFact[] limited(long seconds) {
        return new JobFact[] {submitted(), started(0, 2).withAttributes(limit(seconds))};
    }

    @Test
    void timeOverTheLimitIsChargedAsSlurmDoes() {
        LedgerFixture ledger = tell(charging(true, true, true), limited(30));
        assertThat(anna(ledger, 100)).isEqualTo(200);
        tell(ledger, fact(JobEventType.FINISHED, 90));
        assertThat(anna(ledger, 100)).isEqualTo(180);
    }

    @Test
    void aPolicyCanMakeTimeOverTheLimitFree() {
        LedgerFixture ledger = tell(charging(true, false, true), limited(30));
        assertThat(JobLedger.deadline(ledger.job(JOB), List.of(billing(rules(true, false, true, 0)))))
                .hasValue(T0 + 30_000);
        assertThat(anna(ledger, 10)).isEqualTo(20);
        ledger.advance(T0 + 100_000);
        assertThat(anna(ledger, 100)).isEqualTo(60);
        tell(ledger, fact(JobEventType.FINISHED, 90));
        assertThat(anna(ledger, 100)).isEqualTo(60);
    }

    @Test
    void suspendedTimeDoesNotUseUpTheTimeLimit() {
        LedgerFixture ledger = tell(charging(false, false, true), limited(30));
        tell(
                ledger,
                fact(JobEventType.SUSPENDED, 20),
                fact(JobEventType.RESUMED, 50),
                fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(60);
    }

    @Test
    void suspendedTimeIsChargedUntilTheLimitIsUsedUp() {
        LedgerFixture ledger = tell(charging(true, false, true), limited(30));
        tell(
                ledger,
                fact(JobEventType.SUSPENDED, 20),
                fact(JobEventType.RESUMED, 50),
                fact(JobEventType.SUSPENDED, 70),
                fact(JobEventType.FINISHED, 100));
        // 20 s, 30 s suspended, 10 s until the limit; the second suspension comes after it.
        assertThat(anna(ledger, 100)).isEqualTo(120);
    }

    @Test
    void aLimitRaisedDuringTheRunApplies() {
        LedgerFixture ledger = tell(charging(true, false, true), limited(30));
        ledger.advance(T0 + 60_000);
        assertThat(anna(ledger, 60)).isEqualTo(60);
        tell(
                ledger,
                JobFact.of(JobEventType.MODIFIED, T0 + 25_000, JobFact.NO_RUN).withAttributes(limit(80)));
        ledger.advance(T0 + 100_000);
        assertThat(anna(ledger, 100)).isEqualTo(160);
    }

    @Test
    void aHugeLimitMeansUnlimited() {
        for (String unlimited : List.of("4294967295000", "9223372036854775807", "1e30", "1e999999999")) {
            JobAttributes limit = JobAttributes.of(Map.of(Attribute.TIME_LIMIT, unlimited), Tres.NONE);
            LedgerFixture ledger =
                    tell(charging(true, false, true), submitted(), started(0, 2).withAttributes(limit));
            assertThat(anna(ledger, 100)).isEqualTo(200);
        }
    }

    @Test
    void aRequeuedRunIsChargedAsSlurmDoes() {
        assertThat(anna(tell(charging(true, true, true), REQUEUED_ONCE), 100)).isEqualTo(80 + 40);
    }

    @Test
    void aPolicyCanMakeRequeuedRunsFree() {
        LedgerFixture ledger = tell(charging(true, true, false), submitted(), started(0, 2));
        assertThat(anna(ledger, 40)).isEqualTo(80);
        tell(ledger, fact(JobEventType.REQUEUED, 40));
        assertThat(anna(ledger, 40)).isZero();
        assertThat(anna(tell(charging(true, true, false), REQUEUED_ONCE), 100)).isEqualTo(40);
    }

    @Test
    void rerunsAndMigrationsAreLikeRequeues() {
        for (JobEventType type : List.of(JobEventType.RERUN, JobEventType.MIGRATED)) {
            assertThat(anna(tell(charging(true, true, false), submitted(), started(0, 2), fact(type, 40)), 100))
                    .isZero();
        }
        for (JobEventType type : List.of(JobEventType.FORWARDED, JobEventType.CANCELLED, JobEventType.FINISHED)) {
            assertThat(anna(tell(charging(true, true, false), submitted(), started(0, 2), fact(type, 40)), 100))
                    .isEqualTo(80);
        }
    }
}
