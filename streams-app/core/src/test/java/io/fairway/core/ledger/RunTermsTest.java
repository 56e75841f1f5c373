package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.ANNA;
import static io.fairway.core.ledger.LedgerFacts.JOB;
import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static io.fairway.core.ledger.LedgerFacts.tell;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Rate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The terms of LSF's dynamic priority from a job's facts: reported CPU time, run times, slots. */
class RunTermsTest {
    private static final long HOUR = 3600;
    private static final DecayLaw TENTH = DecayLaw.tenthLife(HOUR * 1000);
    private static final RateFunction ONE = (allocated, job) -> BigDecimal.ONE;
    private static final RateFunction CPUS = (allocated, job) -> allocated.count("cpu");
    private static final RateFunction LIMIT = (allocated, job) ->
            BigDecimal.valueOf(job.has(Attribute.TIME_LIMIT) ? job.number(Attribute.TIME_LIMIT, 0) : 0);
    private static final List<Measure> ALL = List.of(
            measure("cpu", Measure.Kind.REPORTED_CPU_TIME, TENTH, ONE, false, 0),
            measure("running", Measure.Kind.UNFINISHED_RUN, DecayLaw.none(), ONE, false, 0),
            measure("history", Measure.Kind.FINISHED_RUN, TENTH, ONE, false, 0),
            measure("spread", Measure.Kind.FINISHED_RUN_SPREAD, TENTH, ONE, false, 0),
            measure("requested", Measure.Kind.REQUESTED_RUN, DecayLaw.none(), CPUS, false, 0),
            measure("committed", Measure.Kind.COMMITTED_RUN_TIME, DecayLaw.none(), LIMIT, false, 0),
            measure("slots", Measure.Kind.UNFINISHED_RUN, DecayLaw.none(), CPUS, true, 0),
            measure("reserved", Measure.Kind.RESERVED, DecayLaw.none(), CPUS, false, 0),
            measure("forwarded", Measure.Kind.FORWARDED, DecayLaw.none(), CPUS, false, 100_000));

    private static Measure measure(
            String name, Measure.Kind kind, DecayLaw law, RateFunction rate, boolean suspended, long lease) {
        return new Measure(
                name, law, kind, new TreeMap<>(Map.of(0L, new ChargingRules(rate, suspended, true, true, lease))));
    }

    private static LedgerFixture ledger() {
        return new LedgerFixture(ALL);
    }

    private static double of(LedgerFixture ledger, String measure, long seconds) {
        ledger.advanceStepByStep(T0 + seconds * 1000);
        return ledger.usage(measure, ANNA, T0 + seconds * 1000);
    }

    private static double held(LedgerFixture ledger, String measure) {
        return Rate.tres(ledger.line(measure, ANNA).rate());
    }

    private static JobFact sample(long seconds, double cpu) {
        return fact(JobEventType.SAMPLE, seconds).withSequence(seconds).withCpu(cpu, 1);
    }

    private static JobFact limited(long seconds) {
        return submitted()
                .withAttributes(submitted()
                        .attributes()
                        .with(JobAttributes.of(Map.of(Attribute.TIME_LIMIT, Long.toString(seconds)), Tres.NONE)));
    }

    @Test
    void everyIncrementOfCpuTimeCountsFromItsReport() {
        LedgerFixture ledger = tell(ledger(), submitted(), started(0, 4), sample(HOUR, 10), sample(2 * HOUR, 30));
        // 10 an hour ago and 20 now
        assertThat(of(ledger, "cpu", 2 * HOUR)).isCloseTo(1 + 20, Percentage.withPercentage(1e-7));
        tell(ledger, fact(JobEventType.FINISHED, 3 * HOUR).withCpu(80, 0));
        assertThat(of(ledger, "cpu", 3 * HOUR)).isCloseTo(0.1 + 2 + 50, Percentage.withPercentage(1e-7));
    }

    @Test
    void runTimeIsUnfinishedUntilTheEndAndHistoryAfterIt() {
        LedgerFixture ledger = tell(
                ledger(),
                submitted(),
                started(0, 2),
                fact(JobEventType.SUSPENDED, 100),
                fact(JobEventType.RESUMED, 400));
        assertThat(of(ledger, "running", 1000)).isEqualTo(700);
        assertThat(of(ledger, "history", 1000)).isZero();
        assertThat(held(ledger, "slots")).isEqualTo(2);
        tell(ledger, fact(JobEventType.FINISHED, HOUR));
        assertThat(of(ledger, "running", HOUR)).isZero();
        assertThat(held(ledger, "slots")).isZero();
        // all of it counts from the end, and falls to a tenth in an hour
        assertThat(of(ledger, "history", 2 * HOUR)).isCloseTo((HOUR - 300) * 0.1, Percentage.withPercentage(1e-7));
        // every second counts from when it ran: the integral of 10^-age over both periods
        double life = HOUR / Math.log(10);
        double expected = life * (Math.pow(10, -1) - Math.pow(10, -2))
                - life * (Math.pow(10, -(2 * HOUR - 400) / 3600.0) - Math.pow(10, -(2 * HOUR - 100) / 3600.0));
        assertThat(of(ledger, "spread", 2 * HOUR)).isCloseTo(expected, Percentage.withPercentage(1e-6));
    }

    @Test
    void committedRunTimeFallsToZeroAsTheJobRuns() {
        LedgerFixture ledger = tell(ledger(), limited(1000), started(0, 2), fact(JobEventType.SUSPENDED, 300));
        assertThat(of(ledger, "committed", 300)).isEqualTo(700);
        assertThat(of(ledger, "committed", 500)).isEqualTo(700);
        tell(ledger, fact(JobEventType.RESUMED, 600));
        assertThat(of(ledger, "committed", 1200)).isEqualTo(100);
        assertThat(of(ledger, "committed", 1300)).isZero();
        assertThat(of(ledger, "committed", 2000)).isZero();
        tell(ledger, fact(JobEventType.FINISHED, 2100));
        assertThat(of(ledger, "committed", 2100)).isZero();
        assertThat(of(tell(ledger(), submitted(), started(0, 2)), "committed", 10))
                .as("without a limit")
                .isZero();
    }

    /**
     * 4 processors for 1000 s, once the run has ended, however long it took. A new limit counts; no limit requests
     * nothing.
     */
    @Test
    void theRequestOfARunCountsAtItsEnd() {
        LedgerFixture ledger = tell(ledger(), limited(1000), started(0, 4));
        assertThat(of(ledger, "requested", 300)).isZero();
        tell(ledger, fact(JobEventType.FINISHED, 400));
        assertThat(of(ledger, "requested", 400)).isEqualTo(4000);
        assertThat(of(tell(ledger(), submitted(), started(0, 2), fact(JobEventType.FINISHED, 400)), "requested", 400))
                .isZero();
    }

    @Test
    void slotsAreReservedUntilTheStart() {
        JobFact reserved =
                JobFact.of(JobEventType.RESERVED, T0 - 30_000, JobFact.NO_RUN).withAllocated(Tres.cpus(3));
        LedgerFixture ledger = tell(ledger(), submitted(), reserved);
        assertThat(held(ledger, "reserved")).isEqualTo(3);
        tell(ledger, started(0, 4));
        assertThat(held(ledger, "reserved")).isZero();
        assertThat(held(ledger, "slots")).isEqualTo(4);
    }

    @Test
    void forwardedSlotsCountForTheLengthOfTheLease() {
        JobFact forwarded =
                JobFact.of(JobEventType.FORWARDED, T0, JobFact.NO_RUN).withAllocated(Tres.cpus(5));
        LedgerFixture ledger = tell(ledger(), submitted(), forwarded);
        assertThat(held(ledger, "forwarded")).isEqualTo(5);
        ledger.advanceStepByStep(T0 + 100_000);
        assertThat(held(ledger, "forwarded")).isZero();
    }

    @Test
    void theOrderOfFactsDoesNotMatter() {
        List<JobFact> facts = new ArrayList<>(List.of(
                limited(5000),
                JobFact.of(JobEventType.RESERVED, T0 - 30_000, JobFact.NO_RUN).withAllocated(Tres.cpus(3)),
                started(0, 4),
                sample(50, 20),
                sample(90, 70),
                fact(JobEventType.SUSPENDED, 100),
                fact(JobEventType.RESUMED, 130),
                fact(JobEventType.REQUEUED, 300).withCpu(200, 0),
                started(400, 8),
                sample(450, 33).withSequence(1)));
        String first = null;
        for (int seed = 0; seed < 200; seed++) {
            Collections.shuffle(facts, new Random(seed));
            LedgerFixture ledger = ledger();
            ledger.advance(T0 + 500_000);
            for (JobFact fact : facts) {
                ledger.tell(JOB, fact);
                ledger.tell(JOB, fact);
            }
            String bits = ledger.bits();
            assertThat(first == null ? bits : first).as("seed " + seed).isEqualTo(bits);
            first = bits;
        }
    }
}
