package io.fairway.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Segment;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** One hazard per test. Nothing decays here, so that usage is cores times seconds. */
class JobLedgerTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final long LEASE = 600_000;
    private static final JobKey JOB = new JobKey("alps", "alps", "4711");
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    private static final NodeId BOB = NodeId.ofUser("alps", "cms", "bob");
    private static final RateFunction CORES = (allocated, job) -> allocated.count("cpu");

    private static ChargingRules rules(boolean suspended, boolean overLimit, boolean requeued, long lease) {
        return new ChargingRules(CORES, suspended, overLimit, requeued, lease);
    }

    private static Measure billing(ChargingRules rules) {
        return new Measure("cores", DecayLaw.none(), Measure.Kind.BILLING_TRES, new TreeMap<>(Map.of(0L, rules)));
    }

    /** What Slurm charges. */
    private static LedgerFixture slurm() {
        return new LedgerFixture(billing(rules(true, true, true, 0)));
    }

    private static LedgerFixture leasing() {
        return new LedgerFixture(billing(rules(true, true, true, LEASE)));
    }

    private static LedgerFixture charging(boolean suspended, boolean overLimit, boolean requeued) {
        return new LedgerFixture(billing(rules(suspended, overLimit, requeued, 0)));
    }

    private static JobAttributes of(NodeId association) {
        return JobAttributes.of(
                Map.of(Attribute.ACCOUNT, association.account(), Attribute.USER, association.user()), Tres.NONE);
    }

    private static JobAttributes limit(long seconds) {
        return JobAttributes.of(Map.of(Attribute.TIME_LIMIT, Long.toString(seconds)), Tres.NONE);
    }

    private static JobFact submitted() {
        return JobFact.of(JobEventType.SUBMITTED, T0 - 60_000, JobFact.NO_RUN).withAttributes(of(ANNA));
    }

    /** A fact {@code seconds} after T0, of the run that started {@code run} seconds after T0. */
    private static JobFact fact(JobEventType type, long seconds, long run) {
        return JobFact.of(type, T0 + seconds * 1000, T0 + run * 1000);
    }

    private static JobFact fact(JobEventType type, long seconds) {
        return fact(type, seconds, 0);
    }

    private static JobFact started(long seconds, long cpus) {
        return fact(JobEventType.STARTED, seconds, seconds).withAllocated(Tres.cpus(cpus));
    }

    private static JobFact unnamedRun(JobFact fact) {
        return new JobFact(
                fact.type(),
                fact.time(),
                fact.sequence(),
                JobFact.NO_RUN,
                fact.sourceRank(),
                fact.revision(),
                fact.attributes(),
                fact.allocated(),
                fact.cpuSeconds(),
                fact.epoch());
    }

    private static LedgerFixture tell(LedgerFixture ledger, JobFact... facts) {
        for (JobFact fact : facts) {
            ledger.tell(JOB, fact);
        }
        return ledger;
    }

    private static double anna(LedgerFixture ledger, long seconds) {
        return ledger.usage("cores", ANNA, T0 + seconds * 1000);
    }

    // ---- the plain walk

    @Test
    void aRunIsChargedAsItRuns() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 4));
        assertThat(anna(ledger, 10)).isEqualTo(40);
        tell(ledger, fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(400);
        assertThat(anna(ledger, 5000)).isEqualTo(400);
    }

    @Test
    void facts_that_change_no_rate_charge_nothing() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 4));
        assertThat(ledger.tell(JOB, fact(JobEventType.RESIZE_REQUESTED, 5))).isEmpty();
        assertThat(ledger.tell(JOB, fact(JobEventType.SUSPENDED, 6))).isEmpty();
        assertThat(ledger.tell(JOB, fact(JobEventType.RESUMED, 7))).isEmpty();
        assertThat(ledger.tell(JOB, fact(JobEventType.RESIZED, 8).withAllocated(Tres.cpus(4))))
                .isEmpty();
        assertThat(ledger.tell(JOB, fact(JobEventType.SAMPLE, 9).withCpu(30, 1)))
                .isEmpty();
        assertThat(anna(ledger, 10)).isEqualTo(40);
    }

    @Test
    void aDuplicateReturnsTheSameState() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 4), fact(JobEventType.FINISHED, 100));
        JobState before = ledger.job(JOB);
        assertThat(ledger.tell(JOB, fact(JobEventType.FINISHED, 100))).isEmpty();
        assertThat(ledger.tell(JOB, started(0, 4))).isEmpty();
        assertThat(ledger.job(JOB)).isSameAs(before);
    }

    @Test
    void aResizeChangesTheRate() {
        LedgerFixture ledger = tell(
                slurm(),
                submitted(),
                started(0, 4),
                fact(JobEventType.RESIZED, 10).withAllocated(Tres.cpus(16)),
                fact(JobEventType.RESIZED, 20).withAllocated(Tres.cpus(1)));
        assertThat(anna(ledger, 30)).isEqualTo(40 + 160 + 10);
        tell(ledger, fact(JobEventType.FINISHED, 25));
        assertThat(anna(ledger, 30)).isEqualTo(40 + 160 + 5);
    }

    @Test
    void aLateResizeIsCorrected() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 4), fact(JobEventType.FINISHED, 100));
        tell(ledger, fact(JobEventType.RESIZED, 50).withAllocated(Tres.cpus(2)));
        assertThat(anna(ledger, 100)).isEqualTo(200 + 100);
    }

    @Test
    void weightsAreThoseInForceAtStartOrResize() {
        RateFunction doubled = (allocated, job) -> allocated.count("cpu").multiply(BigDecimal.TWO);
        Measure measure = new Measure(
                "cores",
                DecayLaw.none(),
                Measure.Kind.BILLING_TRES,
                new TreeMap<>(Map.of(
                        0L, rules(true, true, true, 0), T0 + 50_000, new ChargingRules(doubled, true, true, true, 0))));
        LedgerFixture ledger = tell(new LedgerFixture(measure), submitted(), started(0, 1));
        assertThat(anna(ledger, 100)).isEqualTo(100);
        tell(ledger, fact(JobEventType.RESIZED, 60).withAllocated(Tres.cpus(1)));
        assertThat(anna(ledger, 100)).isEqualTo(60 + 80);
    }

    // ---- suspended, over limit, requeued: the policy's choice

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
    void suspendedTimeIsFreeIfThePolicySaysSo() {
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
    void timeOverTheLimitIsFreeIfThePolicySaysSo() {
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
    void suspendedTimeUsesNothingOfTheTimeLimit() {
        LedgerFixture ledger = tell(charging(false, false, true), limited(30));
        tell(
                ledger,
                fact(JobEventType.SUSPENDED, 20),
                fact(JobEventType.RESUMED, 50),
                fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(60);
    }

    @Test
    void suspendedTimeIsChargedBesideTheLimitButNotBeyondIt() {
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
    void aLimitThatIsRaisedAsTheJobRunsHolds() {
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
    void aLimitThatIsNoneInAllButNameLimitsNothing() {
        for (String unlimited : List.of("4294967295000", "9223372036854775807", "1e30", "1e999999999")) {
            JobAttributes limit = JobAttributes.of(Map.of(Attribute.TIME_LIMIT, unlimited), Tres.NONE);
            LedgerFixture ledger =
                    tell(charging(true, false, true), submitted(), started(0, 2).withAttributes(limit));
            assertThat(anna(ledger, 100)).isEqualTo(200);
        }
    }

    private static final JobFact[] REQUEUED_ONCE = {
        submitted(), started(0, 2), fact(JobEventType.REQUEUED, 40), started(60, 4), fact(JobEventType.FINISHED, 70, 60)
    };

    @Test
    void aRequeuedRunIsChargedAsSlurmDoes() {
        assertThat(anna(tell(charging(true, true, true), REQUEUED_ONCE), 100)).isEqualTo(80 + 40);
    }

    @Test
    void aRequeuedRunIsTakenBackIfThePolicySaysSo() {
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

    // ---- order and gaps

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
                fact(JobEventType.FINISHED, 100).withAllocated(Tres.cpus(8)).withAttributes(of(ANNA));
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
    void aJobThatIsCancelledAsItWaitsCostsNothing() {
        LedgerFixture ledger = tell(slurm(), submitted(), unnamedRun(fact(JobEventType.CANCELLED, 5)));
        assertThat(anna(ledger, 100)).isZero();
        assertThat(ledger.job(JOB).facts()).hasSize(2);
    }

    @Test
    void aRequeuedJobThatIsCancelledAsItWaits() {
        LedgerFixture ledger = tell(
                slurm(),
                submitted(),
                started(0, 2),
                unnamedRun(fact(JobEventType.REQUEUED, 40)),
                unnamedRun(fact(JobEventType.CANCELLED, 90)));
        assertThat(anna(ledger, 100)).isEqualTo(80);
    }

    @Test
    void aRunOfNoTimeCostsNothing() {
        assertThat(anna(tell(slurm(), submitted(), started(0, 2), fact(JobEventType.FINISHED, 0)), 100))
                .isZero();
    }

    /** Requeued and started anew within one millisecond: the sequence tells the end of one run from the other's. */
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

    // ---- contradictions

    @Test
    void theHigherRevisionOfAFinishHolds() {
        JobFact first = fact(JobEventType.FINISHED, 100);
        JobFact corrected = fact(JobEventType.FINISHED, 60).withRevision(0, 1);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), first, corrected), 200))
                .isEqualTo(60);
        assertThat(anna(tell(slurm(), submitted(), corrected, started(0, 1), first), 200))
                .isEqualTo(60);
    }

    @Test
    void theBetterSourceHoldsWhateverItsRevision() {
        JobFact agent = fact(JobEventType.FINISHED, 100).withRevision(1, 9);
        JobFact scheduler = fact(JobEventType.FINISHED, 60).withRevision(2, 0);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), agent, scheduler), 200))
                .isEqualTo(60);
        assertThat(anna(tell(slurm(), submitted(), started(0, 1), scheduler, agent), 200))
                .isEqualTo(60);
    }

    @Test
    void ofTwoWaysToEndTheEarlierOneOfEqualSourcesHolds() {
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
                fact(JobEventType.FINISHED, 60).withRevision(1, 0));
        JobState before = ledger.job(JOB);
        assertThat(ledger.tell(JOB, fact(JobEventType.FINISHED, 100))).isEmpty();
        assertThat(ledger.job(JOB)).isSameAs(before);
    }

    @Test
    void aCorrectedAssociationMovesTheCharge() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.FINISHED, 60));
        tell(ledger, submitted().withAttributes(of(BOB)).withRevision(0, 1));
        assertThat(ledger.line("cores", ANNA).isEmpty()).isTrue();
        assertThat(ledger.usage("cores", BOB, T0 + 100_000)).isEqualTo(60);
    }

    // ---- runs told apart

    @Test
    void idsComeRoundAgain() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.FINISHED, 60));
        tell(
                ledger,
                JobFact.of(JobEventType.SUBMITTED, T0 + 900_000, JobFact.NO_RUN).withAttributes(of(BOB)),
                started(1000, 2),
                fact(JobEventType.FINISHED, 1010, 1000));
        assertThat(anna(ledger, 2000)).isEqualTo(60);
        assertThat(ledger.usage("cores", BOB, T0 + 2_000_000)).isEqualTo(20);
    }

    @Test
    void aRunWhoseEndWasLostHasEndedWhenTheNextOneStarts() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), started(100, 4));
        assertThat(anna(ledger, 150)).isEqualTo(100 + 200);
        tell(ledger, fact(JobEventType.REQUEUED, 80));
        assertThat(anna(ledger, 150)).isEqualTo(80 + 200);
    }

    @Test
    void aSubmissionDatedAfterTheStartSaysWhoseJobItIs() {
        JobFact late =
                JobFact.of(JobEventType.SUBMITTED, T0 + 300, JobFact.NO_RUN).withAttributes(of(ANNA));
        assertThat(anna(tell(slurm(), started(0, 1), fact(JobEventType.FINISHED, 60), late), 100))
                .isEqualTo(60);
    }

    @Test
    void withoutAnAssociationNothingIsChargedUntilItIsKnown() {
        LedgerFixture ledger = new LedgerFixture(billing(rules(true, true, true, 0)));
        assertThat(ledger.tell(JOB, started(0, 1))).isEmpty();
        assertThat(ledger.tell(JOB, submitted())).hasSize(1);
        assertThat(anna(ledger, 10)).isEqualTo(10);
    }

    @Test
    void theTreeIsTheClustersUnlessTheJobNamesOne() {
        JobAttributes elsewhere = of(ANNA).with(JobAttributes.of(Map.of(Attribute.TREE, "grid"), Tres.NONE));
        LedgerFixture ledger = tell(slurm(), submitted().withAttributes(elsewhere), started(0, 1));
        assertThat(ledger.usage("cores", NodeId.ofUser("grid", "cms", "anna"), T0 + 10_000))
                .isEqualTo(10);
    }

    @Test
    void theAllocationIsTheStartsOrTheEndsOrWhatWasAskedFor() {
        JobAttributes asked = of(ANNA).with(JobAttributes.of(Map.of(), Tres.cpus(3)));
        JobFact start = fact(JobEventType.STARTED, 0);
        LedgerFixture ledger = tell(slurm(), submitted().withAttributes(asked), start);
        assertThat(anna(ledger, 10)).isEqualTo(30);
        tell(ledger, fact(JobEventType.FINISHED, 10).withAllocated(Tres.cpus(5)));
        assertThat(anna(ledger, 10)).isEqualTo(50);
        tell(ledger, start.withAllocated(Tres.cpus(7)).withRevision(0, 1));
        assertThat(anna(ledger, 10)).isEqualTo(70);
    }

    // ---- leases

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
    void theTruthCorrectsAnExpiredLease() {
        LedgerFixture ledger = tell(leasing(), submitted(), started(0, 1));
        ledger.advance(T0 + 9_000_000);
        tell(ledger, fact(JobEventType.FINISHED, 8000));
        assertThat(anna(ledger, 9000)).isEqualTo(8000);
        tell(ledger, fact(JobEventType.FINISHED, 10).withRevision(0, 1));
        assertThat(anna(ledger, 9000)).isEqualTo(10);
    }

    @Test
    void aSampleAfterAnExpiredLeaseLetsTheRunGoOn() {
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
    void withoutALeaseSamplesSayNoMoreThanThatTheRunBegan() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.SAMPLE, 1));
        JobState before = ledger.job(JOB);
        tell(ledger, fact(JobEventType.SAMPLE, 9999), unnamedRun(fact(JobEventType.SAMPLE, 9999)));
        assertThat(ledger.job(JOB)).isSameAs(before);
    }

    @Test
    void aSampleOfAnUnknownRunStartsIt() {
        JobAttributes asked = of(ANNA).with(JobAttributes.of(Map.of(), Tres.cpus(3)));
        for (LedgerFixture ledger : List.of(slurm(), leasing())) {
            tell(ledger, submitted().withAttributes(asked), fact(JobEventType.SAMPLE, 50));
            assertThat(anna(ledger, 60)).isEqualTo(180);
        }
    }

    @Test
    void aSampleThatNamesNoRunIsASignOfLifeOfTheRunThatIsGoingOn() {
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

    // ---- CPU time

    private static final Measure CPU_TIME = new Measure(
            "cpu", DecayLaw.none(), Measure.Kind.CPU_TIME, new TreeMap<>(Map.of(0L, rules(true, true, true, 0))));

    private static double cpu(LedgerFixture ledger, long seconds) {
        return ledger.usage("cpu", ANNA, T0 + seconds * 1000);
    }

    private static JobFact sample(long seconds, long sequence, double cpuSeconds, long epoch) {
        return fact(JobEventType.SAMPLE, seconds).withSequence(sequence).withCpu(cpuSeconds, epoch);
    }

    @Test
    void samplesAreProvisionalUntilAnEndTellsTheTotal() {
        LedgerFixture ledger = tell(new LedgerFixture(CPU_TIME), submitted(), started(0, 4));
        assertThat(cpu(ledger, 10)).isZero();
        tell(ledger, sample(10, 1, 16, 1));
        assertThat(cpu(ledger, 10)).isCloseTo(16, Percentage.withPercentage(1e-9));
        tell(ledger, sample(20, 2, 50, 1));
        assertThat(cpu(ledger, 20)).isCloseTo(50, Percentage.withPercentage(1e-9));
        tell(ledger, fact(JobEventType.FINISHED, 30).withCpu(77, 0));
        assertThat(cpu(ledger, 30)).isCloseTo(77, Percentage.withPercentage(1e-9));
        tell(ledger, sample(25, 3, 60, 1));
        assertThat(cpu(ledger, 30)).isCloseTo(77, Percentage.withPercentage(1e-9));
    }

    @Test
    void anEndThatDoesNotKnowTheTotalKeepsTheSamples() {
        LedgerFixture ledger = tell(
                new LedgerFixture(CPU_TIME),
                submitted(),
                started(0, 4),
                sample(10, 1, 16, 1),
                fact(JobEventType.FINISHED, 30));
        assertThat(cpu(ledger, 30)).isCloseTo(16, Percentage.withPercentage(1e-9));
    }

    @Test
    void countersThatStartAgainHaveANewEpoch() {
        LedgerFixture ledger = tell(
                new LedgerFixture(CPU_TIME),
                submitted(),
                started(0, 4),
                sample(40, 2, 5, 2),
                sample(10, 1, 16, 1),
                sample(20, 2, 30, 1),
                sample(50, 3, 25, 2));
        assertThat(cpu(ledger, 60)).isCloseTo(30 + 25, Percentage.withPercentage(1e-9));
    }

    @Test
    void samplesThatComeLateOrDidNotMeasureTakeNothingAway() {
        LedgerFixture ledger = tell(
                new LedgerFixture(CPU_TIME),
                submitted(),
                started(0, 4),
                sample(20, 2, 30, 1),
                sample(10, 1, 16, 1),
                sample(25, 3, Double.NaN, 1));
        assertThat(cpu(ledger, 60)).isCloseTo(30, Percentage.withPercentage(1e-9));
    }

    // ---- rates

    @Test
    void hugeRatesAreSplitInChunks() {
        LedgerFixture ledger = new LedgerFixture(billing(rules(true, true, true, 0)));
        long cpus = (1L << 24) + 1;
        tell(ledger, submitted());
        List<Charge> charges = ledger.tell(JOB, started(0, cpus));
        assertThat(charges).hasSize(5);
        assertThat(charges.stream().map(Charge::segment).allMatch(Segment::isOpen))
                .isTrue();
        assertThat(anna(ledger, 10)).isEqualTo(10.0 * cpus);
        tell(ledger, fact(JobEventType.FINISHED, 10));
        assertThat(anna(ledger, 20)).isEqualTo(10.0 * cpus);
        tell(ledger, fact(JobEventType.FINISHED, 0).withRevision(0, 1));
        assertThat(ledger.line("cores", ANNA).isEmpty()).isTrue();
    }

    @Test
    void aNegativeRateIsNone() {
        RateFunction negative = (allocated, job) -> BigDecimal.valueOf(-3);
        LedgerFixture ledger = new LedgerFixture(billing(new ChargingRules(negative, true, true, true, 0)));
        assertThat(tell(ledger, submitted(), started(0, 1)).line("cores", ANNA).isEmpty())
                .isTrue();
    }

    // ---- slurm-tick and new measures

    @Test
    void aRunCountsUnderSlurmTickFromItsFirstPassOn() {
        Measure ticking = new Measure(
                "cores",
                DecayLaw.slurmTick(86_400_000, 300_000, T0 - 100_000),
                Measure.Kind.BILLING_TRES,
                new TreeMap<>(Map.of(0L, rules(true, true, true, 0))));
        LedgerFixture ledger = new LedgerFixture(ticking);
        tell(ledger, submitted());
        assertThat(ledger.tell(JOB, started(0, 1))).isEmpty();
        assertThat(JobLedger.deadline(ledger.job(JOB), List.of(ticking))).hasValue(T0 + 200_000);
        ledger.advance(T0 + 199_999);
        assertThat(ledger.line("cores", ANNA).isEmpty()).isTrue();
        ledger.advance(T0 + 200_000);
        double expected = 200 * StrictMath.pow(1 - 0.693 / 86_400, 200);
        assertThat(anna(ledger, 200)).isCloseTo(expected, Percentage.withPercentage(1e-8));
    }

    @Test
    void aMeasureThatComesLaterIsChargedForAllThatWas() {
        Measure later = new Measure(
                "later",
                DecayLaw.none(),
                Measure.Kind.BILLING_TRES,
                billing(rules(true, true, true, 0)).history());
        LedgerFixture ledger = tell(slurm(), REQUEUED_ONCE);
        JobLedger.Step step = JobLedger.open(JOB, ledger.job(JOB), List.of(later), T0 + 100_000);
        assertThat(step.state().facts()).isEqualTo(ledger.job(JOB).facts());
        assertThat(step.charges())
                .extracting(Charge::segment)
                .containsExactly(
                        new Segment(T0, T0 + 40_000, 2L << 40), new Segment(T0 + 60_000, T0 + 70_000, 4L << 40));
    }

    @Test
    void allChargesAreTheSumOfTheSteps() {
        Measure cores = billing(rules(true, true, true, 0));
        LedgerFixture ledger = tell(new LedgerFixture(cores), REQUEUED_ONCE);
        assertThat(JobLedger.charges(JOB, ledger.job(JOB), List.of(cores)))
                .extracting(Charge::association)
                .containsOnly(ANNA)
                .hasSize(2);
    }
}
