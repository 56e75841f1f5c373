package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.BOB;
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
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One hazard per test: the charge of a run, and the separation of a job's runs. */
class JobLedgerTest {
    @Test
    void aRunIsChargedAsItRuns() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 4));
        assertThat(anna(ledger, 10)).isEqualTo(40);
        tell(ledger, fact(JobEventType.FINISHED, 100));
        assertThat(anna(ledger, 100)).isEqualTo(400);
        assertThat(anna(ledger, 5000)).isEqualTo(400);
    }

    @Test
    void factsThatChangeNoRateChargeNothing() {
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
    void theWeightsInForceAtStartOrResizeApply() {
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

    @Test
    void schedulersReuseIds() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), fact(JobEventType.FINISHED, 60));
        tell(
                ledger,
                JobFact.of(JobEventType.SUBMITTED, T0 + 900_000, JobFact.NO_RUN).withAttributes(ownedBy(BOB)),
                started(1000, 2),
                fact(JobEventType.FINISHED, 1010, 1000));
        assertThat(anna(ledger, 2000)).isEqualTo(60);
        assertThat(ledger.usage("cores", BOB, T0 + 2_000_000)).isEqualTo(20);
    }

    @Test
    void aRunWithALostEndEndsWhenTheNextOneStarts() {
        LedgerFixture ledger = tell(slurm(), submitted(), started(0, 1), started(100, 4));
        assertThat(anna(ledger, 150)).isEqualTo(100 + 200);
        tell(ledger, fact(JobEventType.REQUEUED, 80));
        assertThat(anna(ledger, 150)).isEqualTo(80 + 200);
    }

    @Test
    void aSubmissionDatedAfterTheStartNamesTheOwner() {
        JobFact late =
                JobFact.of(JobEventType.SUBMITTED, T0 + 300, JobFact.NO_RUN).withAttributes(ownedBy(ANNA));
        assertThat(anna(tell(slurm(), started(0, 1), fact(JobEventType.FINISHED, 60), late), 100))
                .isEqualTo(60);
    }

    @Test
    void aJobIsChargedOnceItsAssociationIsKnown() {
        LedgerFixture ledger = new LedgerFixture(billing(rules(true, true, true, 0)));
        assertThat(ledger.tell(JOB, started(0, 1))).isEmpty();
        assertThat(ledger.tell(JOB, submitted())).hasSize(1);
        assertThat(anna(ledger, 10)).isEqualTo(10);
    }

    @Test
    void theTreeDefaultsToTheClustersName() {
        JobAttributes elsewhere = ownedBy(ANNA).with(JobAttributes.of(Map.of(Attribute.TREE, "grid"), Tres.NONE));
        LedgerFixture ledger = tell(slurm(), submitted().withAttributes(elsewhere), started(0, 1));
        assertThat(ledger.usage("cores", NodeId.ofUser("grid", "cms", "anna"), T0 + 10_000))
                .isEqualTo(10);
    }

    @Test
    void theAllocationComesFromTheStartTheEndOrTheRequest() {
        JobAttributes asked = ownedBy(ANNA).with(JobAttributes.of(Map.of(), Tres.cpus(3)));
        JobFact start = fact(JobEventType.STARTED, 0);
        LedgerFixture ledger = tell(slurm(), submitted().withAttributes(asked), start);
        assertThat(anna(ledger, 10)).isEqualTo(30);
        tell(ledger, fact(JobEventType.FINISHED, 10).withAllocated(Tres.cpus(5)));
        assertThat(anna(ledger, 10)).isEqualTo(50);
        tell(ledger, start.withAllocated(Tres.cpus(7)).withRevision(1));
        assertThat(anna(ledger, 10)).isEqualTo(70);
    }
}
