package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.SlurmTicks;
import io.fairway.schedulers.slurm.time.SlurmTickDecay;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The slurm-tick law against a pass-by-pass simulation in plain doubles. At every pass all usage decays, then every job
 * is charged for its time since the previous pass. A job that ends is charged at once (Slurm 22.05,
 * priority/multifactor).
 */
class SlurmTicksTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final Percentage NEAR = Percentage.withPercentage(1e-8);

    /** One job, or an amount of usage at {@code start}. */
    private record Job(long start, long end, double cores) {
        boolean isOpen() {
            return end == Segment.OPEN;
        }
    }

    /** The usage in slurmctld at {@code now}; passes at phase + n * period. */
    private static double simulate(List<Job> jobs, long halfLife, long period, long phase, long now) {
        double lambda = SlurmTickDecay.lambda(halfLife / 1000.0);
        long first = jobs.stream().mapToLong(Job::start).min().orElse(now);
        long pass = first - Math.floorMod(first - phase, period);
        double usage = 0;
        while (true) {
            // Between this pass and the next: an ended job is charged by itself, since its start or this pass.
            long next = pass + period;
            for (Job job : jobs) {
                if (!job.isOpen() && job.end() > pass && job.end() < next && job.end() <= now) {
                    double seconds = (job.end() - Math.max(pass, job.start())) / 1000.0;
                    usage += SlurmTickDecay.charge(job.cores(), lambda, seconds);
                }
            }
            if (next > now) {
                return usage;
            }
            usage = SlurmTickDecay.decay(usage, lambda, period / 1000.0);
            for (Job job : jobs) {
                if (job.start() < next && job.end() >= next) {
                    double seconds = (next - Math.max(pass, job.start())) / 1000.0;
                    usage += SlurmTickDecay.charge(job.cores(), lambda, seconds);
                }
            }
            pass = next;
        }
    }

    /** Like the ledger, holds an open segment back until the first pass that charges it. */
    private static Line line(DecayLaw law, List<Job> jobs, long now) {
        Line line = new Line();
        for (Job job : jobs) {
            long rate = Rate.units(BigDecimal.valueOf(job.cores())).longValueExact();
            boolean ended = job.end() <= now;
            if (ended || (job.start() < now && SlurmTicks.firstPassAfter(law, job.start()) <= now)) {
                line.add(law, new Segment(job.start(), ended ? job.end() : Segment.OPEN, rate));
            }
        }
        return line;
    }

    @ParameterizedTest
    @CsvSource({
        "60000, 300000, 0",
        "60000, 477000, 12345",
        "600000, 60000, 0",
        "600000, 300000, 299999",
        "86400000, 300000, 12345",
        "604800000, 300000, 0",
        "604800000, 60000, 777",
        "1209600000, 300000, 123456"
    })
    void followsTheController(long halfLife, long period, long phase) {
        DecayLaw law = DecayLaw.slurmTick(halfLife, period, T0 + phase);
        Random random = new Random(halfLife + period);
        for (int round = 0; round < 30; round++) {
            List<Job> jobs = new ArrayList<>();
            long span = Math.min(20 * halfLife, 800 * period);
            for (int i = 0; i < 1 + round % 6; i++) {
                long start = T0 + random.nextLong(span);
                long length = random.nextBoolean() ? 1000 + random.nextLong(period) : random.nextLong(span) + 1;
                long end = random.nextInt(4) == 0 ? Segment.OPEN : start + length;
                jobs.add(new Job(start, end, 1 + random.nextInt(64)));
            }
            for (int i = 0; i < 10; i++) {
                long now = T0 + random.nextLong(2 * span);
                double expected = simulate(jobs, halfLife, period, T0 + phase, now);
                assertThat(line(law, jobs, now).usage(law, now)).isCloseTo(expected, NEAR);
            }
        }
    }

    /** A real controller's change of the usage in its state file, in one pass over a gap (golden/slurm). */
    static Stream<JsonNode> onePass() throws IOException {
        try (InputStream golden = SlurmTicksTest.class.getResourceAsStream("/golden/slurm/decay_one_pass.json")) {
            List<JsonNode> rows = new ArrayList<>();
            new ObjectMapper().readTree(golden).get("rows").forEach(rows::add);
            return rows.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("onePass")
    void aLineDecaysLikeTheControllersUsage(JsonNode row) {
        long halfLife = row.get("halfLifeSeconds").asLong() * 1000;
        long gap = row.get("deltaSeconds").asLong() * 1000;
        DecayLaw law = halfLife == 0 ? DecayLaw.none() : DecayLaw.slurmTick(halfLife, 1000, 0);
        int compared = 0;
        for (String association : List.of("d1", "d2", "d3")) {
            BigDecimal before = row.get("before").get(association).decimalValue();
            // d1 is larger than a line of a short half-life can hold.
            if (before.compareTo(Line.largestAmount(law).multiply(new BigDecimal("1.5"))) < 0) {
                Line line = new Line();
                line.add(law, before, T0);
                double after =
                        Double.parseDouble(row.get("after").get(association).asText());
                // The state file has 6 decimals.
                assertThat(line.usage(law, T0 + gap)).isCloseTo(after, Offset.offset(1e-14 * after + 5.000001e-7));
                compared++;
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(2);
    }

    private static final long HALF_LIFE = 86_400_000;
    private static final long PERIOD = 300_000;
    private static final DecayLaw LAW = DecayLaw.slurmTick(HALF_LIFE, PERIOD, T0);
    private static final double LAMBDA = 1 - 0.693 / 86_400;

    private static double usage(Job job, long now) {
        return line(LAW, List.of(job), now).usage(LAW, now);
    }

    private static double charge(double seconds) {
        return seconds * StrictMath.pow(LAMBDA, seconds);
    }

    @Test
    void aStartBetweenPassesIsChargedAtTheNextPass() {
        Job job = new Job(T0 + 100_000, Segment.OPEN, 1);
        assertThat(usage(job, T0 + 299_999)).isZero();
        assertThat(usage(job, T0 + 300_000)).isCloseTo(charge(200), NEAR);
        assertThat(usage(job, T0 + 599_999)).isCloseTo(charge(200), NEAR);
        assertThat(usage(job, T0 + 600_000)).isCloseTo(charge(200) * StrictMath.pow(LAMBDA, 300) + charge(300), NEAR);
    }

    @Test
    void aStartAtAPassIsChargedAtTheNextOne() {
        Job job = new Job(T0, Segment.OPEN, 1);
        assertThat(usage(job, T0 + 299_999)).isZero();
        assertThat(usage(job, T0 + 300_000)).isCloseTo(charge(300), NEAR);
    }

    @Test
    void anEndBetweenPassesIsChargedAtOnceAndDecaysByAWholePeriod() {
        Job job = new Job(T0, T0 + 400_000, 1);
        double atEnd = charge(300) + charge(100);
        assertThat(usage(job, T0 + 399_999)).isCloseTo(charge(300), NEAR);
        assertThat(usage(job, T0 + 400_000)).isCloseTo(atEnd, NEAR);
        assertThat(usage(job, T0 + 599_999)).isCloseTo(atEnd, NEAR);
        assertThat(usage(job, T0 + 600_000)).isCloseTo(atEnd * StrictMath.pow(LAMBDA, 300), NEAR);
    }

    @Test
    void aRunWithinOneIntervalIsOneLump() {
        Job job = new Job(T0 + 50_000, T0 + 60_000, 1);
        assertThat(usage(job, T0 + 60_000)).isCloseTo(charge(10), NEAR);
        assertThat(usage(job, T0 + 299_999)).isCloseTo(charge(10), NEAR);
        assertThat(usage(job, T0 + 300_000)).isCloseTo(charge(10) * StrictMath.pow(LAMBDA, 300), NEAR);
    }

    @Test
    void aRunFromPassToPassIsChargedByThePass() {
        Job job = new Job(T0, T0 + 300_000, 1);
        assertThat(usage(job, T0 + 300_000)).isCloseTo(charge(300), NEAR);
    }

    @Test
    void theWholeLineOfARunningJobConvergesToTheLimitOfTheSeries() {
        double pass = StrictMath.pow(LAMBDA, 300);
        Job job = new Job(T0, Segment.OPEN, 1);
        assertThat(usage(job, T0 + 100 * HALF_LIFE)).isCloseTo(300 * pass / (1 - pass), Offset.offset(1e-4));
    }
}
