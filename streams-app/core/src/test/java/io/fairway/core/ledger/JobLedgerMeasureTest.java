package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.REQUEUED_ONCE;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.anna;
import static io.fairway.core.ledger.LedgerFacts.billing;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.rules;
import static io.fairway.core.ledger.LedgerFacts.slurm;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static io.fairway.core.ledger.LedgerFacts.tell;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Segment;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** How measures read a run: CPU time, the bounds of rates, slurm-tick, and measures that come later. */
class JobLedgerMeasureTest {
    private static final Measure CPU_TIME = new Measure(
            "cpu", DecayLaw.none(), Measure.Kind.CPU_TIME, new TreeMap<>(Map.of(0L, rules(true, true, true, 0))));

    private static double cpu(LedgerFixture ledger, long seconds) {
        return ledger.usage("cpu", ANNA, T0 + seconds * 1000);
    }

    private static JobFact sample(long seconds, long sequence, double cpuSeconds, long epoch) {
        return fact(JobEventType.SAMPLE, seconds).withSequence(sequence).withCpu(cpuSeconds, epoch);
    }

    @Test
    void samplesAreProvisionalUntilAnEndReportsTheTotal() {
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
    void anEndWithoutATotalKeepsTheSamples() {
        LedgerFixture ledger = tell(
                new LedgerFixture(CPU_TIME),
                submitted(),
                started(0, 4),
                sample(10, 1, 16, 1),
                fact(JobEventType.FINISHED, 30));
        assertThat(cpu(ledger, 30)).isCloseTo(16, Percentage.withPercentage(1e-9));
    }

    @Test
    void restartedCountersHaveANewEpoch() {
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
    void lateOrUnmeasuredSamplesRemoveNothing() {
        LedgerFixture ledger = tell(
                new LedgerFixture(CPU_TIME),
                submitted(),
                started(0, 4),
                sample(20, 2, 30, 1),
                sample(10, 1, 16, 1),
                sample(25, 3, Double.NaN, 1));
        assertThat(cpu(ledger, 60)).isCloseTo(30, Percentage.withPercentage(1e-9));
    }

    @Test
    void hugeRatesAreSplitInChunks() {
        LedgerFixture ledger = new LedgerFixture(billing(rules(true, true, true, 0)));
        long cpus = (1L << 24) + 1;
        tell(ledger, submitted());
        List<Charge> charges = ledger.tell(JOB, started(0, cpus));
        assertThat(charges).hasSize(5);
        assertThat(charges.stream().map(charge -> (Segment) charge.use()).allMatch(Segment::isOpen))
                .isTrue();
        assertThat(anna(ledger, 10)).isEqualTo(10.0 * cpus);
        tell(ledger, fact(JobEventType.FINISHED, 10));
        assertThat(anna(ledger, 20)).isEqualTo(10.0 * cpus);
        tell(ledger, fact(JobEventType.FINISHED, 0).withRevision(1));
        assertThat(ledger.line("cores", ANNA).isEmpty()).isTrue();
    }

    @Test
    void aNegativeRateCountsAsZero() {
        RateFunction negative = (allocated, job) -> BigDecimal.valueOf(-3);
        LedgerFixture ledger = new LedgerFixture(billing(new ChargingRules(negative, true, true, true, 0)));
        assertThat(tell(ledger, submitted(), started(0, 1)).line("cores", ANNA).isEmpty())
                .isTrue();
    }

    @Test
    void underSlurmTickARunCountsFromItsFirstPassOn() {
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
    void aLaterMeasureIsChargedForAllEarlierFacts() {
        Measure later = new Measure(
                "later",
                DecayLaw.none(),
                Measure.Kind.BILLING_TRES,
                billing(rules(true, true, true, 0)).history());
        LedgerFixture ledger = tell(slurm(), REQUEUED_ONCE);
        JobLedger.Step step = JobLedger.open(JOB, ledger.job(JOB), List.of(later), T0 + 100_000);
        assertThat(step.state().facts()).isEqualTo(ledger.job(JOB).facts());
        assertThat(step.charges())
                .extracting(Charge::use)
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
