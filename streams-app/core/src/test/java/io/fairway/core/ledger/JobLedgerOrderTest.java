package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.BOB;
import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.anna;
import static io.fairway.core.ledger.LedgerFacts.charging;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.ownedBy;
import static io.fairway.core.ledger.LedgerFacts.slurm;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static io.fairway.core.ledger.LedgerFacts.tell;
import static io.fairway.core.ledger.LedgerFacts.unnamedRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import org.junit.jupiter.api.Test;

/** Facts out of order, missing facts, and facts that contradict each other. */
class JobLedgerOrderTest {
    @Test
    void aFinishBeforeItsStart() {
        LedgerFixture ledger = tell(slurm(), fact(JobEventType.FINISHED, 100), submitted());
        assertThat(anna(ledger, 100)).isZero();
        tell(ledger, started(0, 4));
        assertThat(anna(ledger, 100)).isEqualTo(400);
    }

    @Test
    void aFeedOfFinishesOnly() {
        JobFact finish =
                fact(JobEventType.FINISHED, 100).withAllocated(Tres.cpus(8)).withAttributes(ownedBy(ANNA));
        assertThat(anna(tell(slurm(), finish), 100)).isEqualTo(800);
    }

    @Test
    void aFinishOfAnUnknownRunWaitsForTheStart() {
        LedgerFixture ledger = tell(slurm(), submitted(), unnamedRun(fact(JobEventType.FINISHED, 100)));
        assertThat(anna(ledger, 100)).isZero();
        tell(ledger, started(0, 4));
        assertThat(anna(ledger, 200)).isEqualTo(400);
    }

    @Test
    void aJobCancelledWhileItWaitsCostsNothing() {
        LedgerFixture ledger = tell(slurm(), submitted(), unnamedRun(fact(JobEventType.CANCELLED, 5)));
        assertThat(anna(ledger, 100)).isZero();
        assertThat(ledger.job(JOB).facts()).hasSize(2);
    }

    @Test
    void aRequeuedJobCancelledWhileItWaits() {
        LedgerFixture ledger = tell(
                slurm(),
                submitted(),
                started(0, 2),
                unnamedRun(fact(JobEventType.REQUEUED, 40)),
                unnamedRun(fact(JobEventType.CANCELLED, 90)));
        assertThat(anna(ledger, 100)).isEqualTo(80);
    }

    @Test
    void aRunOfZeroLengthCostsNothing() {
        assertThat(anna(tell(slurm(), submitted(), started(0, 2), fact(JobEventType.FINISHED, 0)), 100))
                .isZero();
    }

    /** Requeued and restarted within one millisecond: the sequence tells the end of one run from the other's. */
    @Test
    void anEndAtTheInstantOfTheNextStart() {
        LedgerFixture ledger = tell(
                slurm(),
                submitted(),
                started(0, 2),
                unnamedRun(fact(JobEventType.REQUEUED, 40)).withSequence(7),
                started(40, 4).withSequence(8),
                unnamedRun(fact(JobEventType.FINISHED, 50)).withSequence(9));
        assertThat(anna(ledger, 100)).isEqualTo(80 + 40);
    }

    @Test
    void suspendedAndResumedAtOneInstant() {
        LedgerFixture ledger = tell(
                charging(false, true, true),
                submitted(),
                started(0, 1),
                fact(JobEventType.RESUMED, 10).withSequence(2),
                fact(JobEventType.SUSPENDED, 10).withSequence(1));
        assertThat(anna(ledger, 100)).isEqualTo(100);
        tell(ledger, fact(JobEventType.SUSPENDED, 10).withSequence(3));
        assertThat(anna(ledger, 100)).isEqualTo(10);
    }

    @Test
    void theHigherRevisionOfAFinishPrevails() {
        JobFact first = fact(JobEventType.FINISHED, 100);
        JobFact corrected = fact(JobEventType.FINISHED, 60).withRevision(1);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), first, corrected), 200))
                .isEqualTo(60);
        assertThat(anna(tell(slurm(), submitted(), corrected, started(0, 1), first), 200))
                .isEqualTo(60);
    }

    @Test
    void theBetterSourcePrevailsWhateverItsRevision() {
        JobFact agent = fact(JobEventType.FINISHED, 100).withSourcePrecedence(1).withRevision(9);
        JobFact scheduler =
                fact(JobEventType.FINISHED, 60).withSourcePrecedence(2).withRevision(0);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), agent, scheduler), 200))
                .isEqualTo(60);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), scheduler, agent), 200))
                .isEqualTo(60);
    }

    @Test
    void theEarlierOfTwoEndsFromEqualSourcesPrevails() {
        JobFact cancelled = fact(JobEventType.CANCELLED, 50);
        JobFact finished = fact(JobEventType.FINISHED, 52);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), finished, cancelled), 200))
                .isEqualTo(50);
    }

    @Test
    void aRefusedContradictionReturnsTheSameState() {
        LedgerFixture ledger = tell(
                slurm(),
                submitted(),
                started(0, 1),
                fact(JobEventType.FINISHED, 60).withSourcePrecedence(1).withRevision(0));
        JobState before = ledger.job(JOB);
        assertThat(ledger.tell(JOB, fact(JobEventType.FINISHED, 100))).isEmpty();
        assertThat(ledger.job(JOB)).isSameAs(before);
    }

    @Test
    void aCorrectedAssociationMovesTheCharge() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.FINISHED, 60));
        tell(ledger, submitted().withAttributes(ownedBy(BOB)).withRevision(1));
        assertThat(ledger.line("cores", ANNA).isEmpty()).isTrue();
        assertThat(ledger.usage("cores", BOB, T0 + 100_000)).isEqualTo(60);
    }
}
