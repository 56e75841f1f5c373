package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.ownedBy;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.ledger.JobLedger.Step;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.FactRules;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** At the largest rate and amount a job is charged to the last unit; beyond them its fact is refused, never cut. */
class LargestChargeTest {
    private static final long MOST = 1L << 30;
    private static final DecayLaw WEEK = DecayLaw.halfLife(604_800_000L);

    /** Billed by cpus, times the QOS factor that is the QOS's own name. */
    private static Measure measure(Measure.Kind kind) {
        RateFunction rate =
                (allocated, job) -> allocated.count("cpu").multiply(new BigDecimal(job.text(Attribute.QOS, "1")));
        return new Measure("m", WEEK, kind, new TreeMap<>(Map.of(0L, new ChargingRules(rate, true, true, true, 0))));
    }

    private static JobFact started(long cpus) {
        return fact(JobEventType.STARTED, 0).withAllocated(Tres.cpus(cpus));
    }

    private static JobState told(Measure measure, JobFact... facts) {
        JobState state = JobState.EMPTY;
        for (JobFact fact : facts) {
            Step step = JobLedger.step(JOB, state, fact, List.of(measure), fact.time());
            assertThat(step.problem()).isNull();
            state = step.state();
        }
        return state;
    }

    private static BigInteger units(List<Charge> charges) {
        BigInteger sum = BigInteger.ZERO;
        for (Charge charge : charges) {
            sum = sum.add(BigInteger.valueOf(((Segment) charge.use()).rate()));
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(
            value = Measure.Kind.class,
            names = {"BILLING_TRES", "UNFINISHED_RUN"})
    void chargesTheLargestRateAndRefusesMore(Measure.Kind kind) {
        Measure measure = measure(kind);
        JobState before = told(measure, submitted());

        Step most = JobLedger.step(JOB, before, started(MOST), List.of(measure), T0);
        assertThat(most.problem()).isNull();
        assertThat(units(most.charges())).isEqualTo(Rate.units(Rate.MAX));

        Step more = JobLedger.step(JOB, before, started(MOST + 1), List.of(measure), T0);
        assertThat(more.problem())
                .isEqualTo("the job, from 2026-11-18T11:06:40Z on, bills 1073741825 TRES at once; at most 1073741824"
                        + " count under measure m");
        assertThat(more.state()).isSameAs(before);
        assertThat(more.charges()).isEmpty();
    }

    /** The QOS comes with the submission and the TRES with the start: neither is too much by itself. */
    @Test
    void refusesWhatOnlyFollowsFromSeveralFacts() {
        Measure measure = measure(Measure.Kind.BILLING_TRES);
        JobFact gold = submitted()
                .withAttributes(ownedBy(ANNA).with(JobAttributes.of(Map.of(Attribute.QOS, "1000000"), Tres.NONE)));
        JobState before = told(measure, gold);
        JobFact start = started(2_000);
        assertThat(JobLedger.problem(start, List.of(measure))).isNull();

        Step step = JobLedger.step(JOB, before, start, List.of(measure), T0);

        assertThat(step.problem()).contains("bills 2000000000 TRES at once");
        assertThat(step.charges()).isEmpty();
        assertThat(JobLedger.step(JOB, step.state(), started(1_000), List.of(measure), T0)
                        .problem())
                .isNull();
    }

    /** A policy under which a known job bills more than a line holds charges nothing for it, and says so. */
    @Test
    void aNewMeasureDoesNotChargeWhatItCannotHold() {
        JobState state = told(measure(Measure.Kind.BILLING_TRES), submitted(), started(2_000));
        RateFunction dear = (allocated, job) -> allocated.count("cpu").movePointRight(6);
        Measure later = new Measure(
                "dear",
                WEEK,
                Measure.Kind.BILLING_TRES,
                new TreeMap<>(Map.of(0L, new ChargingRules(dear, true, true, true, 0))));

        Step opened = JobLedger.open(JOB, state, List.of(later), T0 + 1000);

        assertThat(opened.charges()).isEmpty();
        assertThat(opened.problem()).contains("bills 2000000000 TRES at once", "under measure dear");
        // What is said about the job from then on is its end, and is taken.
        JobFact end = fact(JobEventType.FINISHED, 60);
        Step ended = JobLedger.step(JOB, opened.state(), end, List.of(later), end.time());
        assertThat(ended.problem()).isNull();
        assertThat(ended.charges()).isEmpty();
    }

    @Test
    void refusesCpuTimeThatNoLineHolds() {
        assertThat(FactRules.problem(JOB, fact(JobEventType.FINISHED, 60).withCpu(1e15, 0)))
                .isNull();
        assertThat(FactRules.problem(JOB, fact(JobEventType.FINISHED, 60).withCpu(1e18, 0)))
                .isEqualTo("CPU time 1.0E18 s: must be 0 to 1.0E15");
        for (Measure.Kind kind : List.of(Measure.Kind.CPU_TIME, Measure.Kind.REPORTED_CPU_TIME)) {
            Measure measure = measure(kind);
            JobState running = told(measure, submitted(), started(4));
            JobFact end = fact(JobEventType.FINISHED, 60).withCpu(1e15, 0);

            Step step = JobLedger.step(JOB, running, end, List.of(measure), end.time());

            assertThat(step.problem()).contains("under measure m");
            assertThat(step.state()).isSameAs(running);
            assertThat(step.charges()).isEmpty();
        }
    }

    @Test
    void countsCpuTimeUpToTheLargestRateAndAmount() {
        Measure spread = measure(Measure.Kind.CPU_TIME);
        JobState running = told(spread, submitted(), started(4));
        JobFact most = fact(JobEventType.FINISHED, 60).withCpu(60.0 * MOST, 0);
        JobFact more = fact(JobEventType.FINISHED, 60).withCpu(60.0 * MOST + 60, 0);
        assertThat(units(JobLedger.step(JOB, running, most, List.of(spread), most.time())
                        .charges()))
                .isEqualTo(Rate.units(Rate.MAX));
        assertThat(JobLedger.step(JOB, running, more, List.of(spread), more.time())
                        .problem())
                .contains("bills 1073741825 TRES at once");

        Measure reported = measure(Measure.Kind.REPORTED_CPU_TIME);
        double largest =
                Math.floor(io.fairway.core.usage.Line.largestAmount(WEEK).doubleValue());
        JobFact whole = fact(JobEventType.FINISHED, 60).withCpu(largest, 0);
        Use use = JobLedger.step(JOB, told(reported, submitted(), started(4)), whole, List.of(reported), whole.time())
                .charges()
                .get(0)
                .use();
        assertThat(((Lump) use).amount()).isEqualByComparingTo(BigDecimal.valueOf(largest));
        JobFact beyond = fact(JobEventType.FINISHED, 60).withCpu(largest + 1, 0);
        assertThat(JobLedger.step(
                                JOB, told(reported, submitted(), started(4)), beyond, List.of(reported), beyond.time())
                        .problem())
                .contains("TRES-seconds at once");
    }

    /** Slots that are reserved for a waiting job, beyond what one segment holds: that was an exception. */
    @Test
    void chargesAReservationUpToTheLargestRate() {
        Measure measure = measure(Measure.Kind.RESERVED);
        JobState before = told(measure, submitted());
        JobFact most = JobFact.of(JobEventType.RESERVED, T0, JobFact.NO_RUN).withAllocated(Tres.cpus(MOST));
        JobFact more = most.withAllocated(Tres.cpus(MOST + 1));

        assertThat(units(JobLedger.step(JOB, before, most, List.of(measure), T0).charges()))
                .isEqualTo(Rate.units(Rate.MAX));
        assertThat(JobLedger.step(JOB, before, more, List.of(measure), T0).problem())
                .contains("bills 1073741825 TRES at once");
    }

    @Test
    void refusesALeaseBeyondAllTime() {
        assertThatThrownBy(() -> new ChargingRules((a, j) -> BigDecimal.ONE, true, true, true, Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be 0 (none) or 4 to 253402300799999 ms");
    }
}
