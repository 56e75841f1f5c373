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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reused ids, runs that two sources name differently, ends that nobody reported. Nothing decays here. */
class JobLivesTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final long LEASE = 600_000;
    private static final JobKey JOB = new JobKey("alps", "alps", "4711");
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    private static final NodeId BOB = NodeId.ofUser("alps", "cms", "bob");

    private static final List<JobFact> TWO_JOBS_OF_ONE_ID = List.of(
            fact(JobEventType.SUBMITTED, 0, JobFact.NO_RUN).withAttributes(of(ANNA)),
            fact(JobEventType.STARTED, 10, 10).withAllocated(Tres.cpus(4)),
            fact(JobEventType.FINISHED, 110, 10),
            fact(JobEventType.SUBMITTED, 5000, JobFact.NO_RUN).withAttributes(of(BOB)));

    private final Measure measure = measure(0);

    @Test
    void aReusedIdIsAWaitingJob() {
        LedgerFixture ledger = tell(new LedgerFixture(measure), TWO_JOBS_OF_ONE_ID);

        JobView view = JobView.of(ledger.job(JOB), List.of(measure));

        assertThat(view.status()).isEqualTo(JobView.Status.PENDING);
        assertThat(view.submitted()).isEqualTo(T0 + 5_000_000);
        assertThat(view.attributes().text(Attribute.USER)).isEqualTo("bob");
    }

    @Test
    void eachLifeOfAnIdChargesItsOwnUserInAnyOrder() {
        List<JobFact> facts = new ArrayList<>(TWO_JOBS_OF_ONE_ID);
        facts.add(fact(JobEventType.STARTED, 5010, 5010).withAllocated(Tres.cpus(2)));
        facts.add(fact(JobEventType.FINISHED, 5110, 5010));

        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(facts, new Random(seed));
            LedgerFixture ledger = tell(new LedgerFixture(measure), facts);

            assertThat(ledger.usage("cores", ANNA, T0 + 6_000_000)).isEqualTo(400);
            assertThat(ledger.usage("cores", BOB, T0 + 6_000_000)).isEqualTo(200);
        }
    }

    @Test
    void aSubmissionDatedAfterTheStartByAnotherClockIsNoNewLife() {
        LedgerFixture ledger = tell(
                new LedgerFixture(measure),
                List.of(
                        fact(JobEventType.STARTED, 10, 10).withAllocated(Tres.cpus(4)),
                        fact(JobEventType.FINISHED, 11, 10),
                        fact(JobEventType.SUBMITTED, 12, JobFact.NO_RUN).withAttributes(of(ANNA))));

        assertThat(JobView.of(ledger.job(JOB), List.of(measure)).status()).isEqualTo(JobView.Status.ENDED);
    }

    @Test
    void aRunNamedByTwoDifferentStartsCountsOnce() {
        LedgerFixture ledger = tell(
                new LedgerFixture(measure),
                List.of(
                        fact(JobEventType.SUBMITTED, 0, JobFact.NO_RUN).withAttributes(of(ANNA)),
                        fact(JobEventType.STARTED, 10, 10).withAllocated(Tres.cpus(4)),
                        fact(JobEventType.STARTED, 12, 12).withAllocated(Tres.cpus(4)),
                        fact(JobEventType.FINISHED, 110, 10)));

        assertThat(ledger.usage("cores", ANNA, T0 + 6_000_000)).isEqualTo(400);
        assertThat(JobView.of(ledger.job(JOB), List.of(measure)).status()).isEqualTo(JobView.Status.ENDED);
    }

    @Test
    void cpuTimeOfARunNamedByTwoSourcesCountsOnce() {
        Measure cpu = new Measure("cores", DecayLaw.none(), Measure.Kind.CPU_TIME, measure.history());
        LedgerFixture ledger = tell(
                new LedgerFixture(cpu),
                List.of(
                        fact(JobEventType.SUBMITTED, 0, JobFact.NO_RUN).withAttributes(of(ANNA)),
                        fact(JobEventType.STARTED, 10, 10),
                        fact(JobEventType.STARTED, 12, 12),
                        fact(JobEventType.FINISHED, 110, 10).withCpu(300, 0)));

        assertThat(ledger.usage("cores", ANNA, T0 + 6_000_000)).isEqualTo(300);
    }

    @Test
    void aRunWithoutEndEndsWithItsLeaseAndContinuesWhenSeenAgain() {
        Measure leasing = measure(LEASE);
        LedgerFixture ledger = tell(
                new LedgerFixture(leasing),
                List.of(
                        fact(JobEventType.SUBMITTED, 0, JobFact.NO_RUN).withAttributes(of(ANNA)),
                        fact(JobEventType.STARTED, 10, 10).withAllocated(Tres.cpus(4))));
        assertThat(JobView.of(ledger.job(JOB), List.of(leasing)).status()).isEqualTo(JobView.Status.RUNNING);

        ledger.advance(T0 + 2_000_000);
        JobView lost = JobView.of(ledger.job(JOB), List.of(leasing));
        assertThat(lost.status()).isEqualTo(JobView.Status.ENDED);
        // between one and one and a quarter leases after the start
        assertThat(lost.settled() - (T0 + 10_000)).isBetween(LEASE, LEASE * 5 / 4);

        ledger.tell(JOB, fact(JobEventType.SAMPLE, 2100, 10));
        assertThat(JobView.of(ledger.job(JOB), List.of(leasing)).status()).isEqualTo(JobView.Status.RUNNING);
    }

    @Test
    void signsOfLifeContinueAfterAFinerLeaseIsGone() {
        Measure coarse = measure(LEASE * 6);
        Measure fine = new Measure(
                "fine",
                DecayLaw.none(),
                Measure.Kind.BILLING_TRES,
                measure(LEASE).history());
        JobState state = JobState.EMPTY;
        for (JobFact fact : List.of(
                fact(JobEventType.SUBMITTED, 0, JobFact.NO_RUN).withAttributes(of(ANNA)),
                fact(JobEventType.STARTED, 10, 10).withAllocated(Tres.cpus(4)),
                fact(JobEventType.SAMPLE, 300, 10))) {
            state = JobLedger.step(JOB, state, fact, List.of(coarse, fine), fact.time())
                    .state();
        }

        JobFact later = fact(JobEventType.SAMPLE, 7000, 10);
        state = JobLedger.step(JOB, state, later, List.of(coarse), later.time()).state();
        state = JobLedger.advance(JOB, state, List.of(coarse), T0 + 9_000_000).state();

        assertThat(JobView.of(state, List.of(coarse)).status()).isEqualTo(JobView.Status.RUNNING);
    }

    private static Measure measure(long lease) {
        RateFunction cores = (allocated, job) -> allocated.count("cpu");
        ChargingRules rules = new ChargingRules(cores, true, true, true, lease);
        return new Measure("cores", DecayLaw.none(), Measure.Kind.BILLING_TRES, new TreeMap<>(Map.of(0L, rules)));
    }

    private static LedgerFixture tell(LedgerFixture ledger, List<JobFact> facts) {
        facts.forEach(fact -> ledger.tell(JOB, fact));
        return ledger;
    }

    private static JobFact fact(JobEventType type, long seconds, long run) {
        return JobFact.of(type, T0 + seconds * 1000, run == JobFact.NO_RUN ? run : T0 + run * 1000);
    }

    private static JobAttributes of(NodeId association) {
        return JobAttributes.of(
                Map.of(Attribute.ACCOUNT, association.account(), Attribute.USER, association.user()), Tres.NONE);
    }
}
