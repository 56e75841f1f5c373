package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A reset is an instant: earlier charges never count, whenever they arrive; running jobs go on. */
class LineResetTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long RESET = 1_795_000_000_000L;
    private static final long CORE = 1L << Rate.BITS;

    static Stream<DecayLaw> laws() {
        return LineTest.laws();
    }

    @ParameterizedTest
    @MethodSource("laws")
    void earlierChargesNeverCountInAnyOrder(DecayLaw law) {
        Random random = new Random(1);
        List<Segment> before = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            // An open segment counts from the first pass that charges it.
            long start = RESET - 700_000 - random.nextLong(20 * DAY);
            long end = i % 4 == 0 ? Segment.OPEN : Math.min(RESET, start + 1 + random.nextLong(DAY));
            before.add(new Segment(start, end, random.nextLong(1L << 50)));
        }
        List<Segment> after = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long start = RESET + random.nextLong(DAY) - DAY / 2;
            after.add(new Segment(start, Math.max(start, RESET) + 1 + random.nextLong(DAY), random.nextLong(1L << 50)));
        }
        String first = null;
        for (int order = 0; order < 10; order++) {
            Collections.shuffle(before, new Random(order));
            Collections.shuffle(after, new Random(order));
            Line line = new Line();
            int late = random.nextInt(before.size());
            before.subList(0, late).forEach(segment -> line.add(law, segment));
            line.add(law, BigDecimal.TEN, RESET - 1);
            line.reset(law, RESET);
            after.forEach(segment -> line.add(law, segment));
            line.add(law, BigDecimal.TEN, RESET - 1);
            before.subList(late, before.size()).forEach(segment -> line.add(law, segment));
            line.prune(law, RESET + 3 * DAY);

            first = first == null ? LineTest.bits(line) : first;
            assertThat(LineTest.bits(line)).isEqualTo(first);
            assertThat(line.since()).isEqualTo(RESET);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aRetractionIsExactAfterAReset(DecayLaw law) {
        Segment ended = new Segment(RESET - 3 * DAY, RESET - DAY, 7 * CORE);
        Segment running = new Segment(RESET - DAY, Segment.OPEN, 3 * CORE);
        Line line = new Line();
        line.add(law, ended);
        line.add(law, running);
        line.add(law, BigDecimal.TEN, RESET - HOUR);
        line.reset(law, RESET);
        line.add(law, ended.negated());
        line.add(law, running.negated());
        line.add(law, BigDecimal.TEN.negate(), RESET - HOUR);
        assertThat(line.isEmpty()).isTrue();
    }

    @Test
    void runningJobsAreChargedFromTheResetOn() {
        DecayLaw law = DecayLaw.halfLife(7 * DAY);
        Line line = new Line();
        line.add(law, new Segment(RESET - 30 * DAY, Segment.OPEN, 4 * CORE));
        line.reset(law, RESET);
        assertThat(line.usage(law, RESET)).isZero();

        double expected = Exact.integral(
                        BigDecimal.valueOf(4), RESET, RESET + DAY, RESET + DAY, Exact.halfLife(7 * DAY))
                .doubleValue();
        assertThat(line.usage(law, RESET + DAY)).isCloseTo(expected, Percentage.withPercentage(1e-9));
    }

    /** A run that ends after the reset counts for its time after it, however late its end is reported. */
    @Test
    void aRunAcrossTheResetCountsFromTheReset() {
        DecayLaw law = DecayLaw.none();
        Line line = new Line();
        Segment running = new Segment(RESET - DAY, Segment.OPEN, CORE);
        line.add(law, running);
        line.reset(law, RESET);
        line.add(law, running.negated());
        line.add(law, new Segment(RESET - DAY, RESET + 10_000, CORE));
        assertThat(line.usage(law, RESET + DAY)).isEqualTo(10);
    }

    @Test
    void aLateEarlierResetChangesNothing() {
        DecayLaw law = DecayLaw.halfLife(HOUR);
        Line line = new Line();
        line.reset(law, RESET);
        line.add(law, new Segment(RESET, RESET + HOUR, CORE));
        String before = LineTest.bits(line);
        line.reset(law, RESET - DAY);
        line.reset(law, RESET);
        assertThat(LineTest.bits(line)).isEqualTo(before);
    }

    @Test
    void amountsAtTheInstantOfAResetCount() {
        DecayLaw law = DecayLaw.none();
        Line line = new Line();
        line.reset(law, RESET);
        line.add(law, BigDecimal.valueOf(5), RESET);
        line.add(law, BigDecimal.valueOf(7), RESET - 1);
        assertThat(line.usage(law, RESET)).isEqualTo(5);
    }

    /**
     * slurmctld knows only the time of the last pass. After usage is set to 0 between two passes, the next pass charges
     * running jobs for its whole interval. Until then usage stays 0.
     */
    @Test
    void slurmTickChargesTheWholeIntervalAtTheNextPass() {
        long period = 300_000;
        DecayLaw law = DecayLaw.slurmTick(DAY, period, 0);
        long pass = SlurmTicks.lastPass(law, RESET);
        long reset = pass + 100_000;
        Segment running = new Segment(pass - DAY, Segment.OPEN, 2 * CORE);
        Line line = new Line();
        line.add(law, running);
        line.reset(law, reset);
        assertThat(line.usage(law, reset)).isCloseTo(0, Offset.offset(1e-6));
        assertThat(line.usage(law, pass + period - 1)).isCloseTo(0, Offset.offset(1e-6));

        double charge = 300 * StrictMath.pow(1 - 0.693 / 86_400, 300) * 2;
        assertThat(line.usage(law, pass + period)).isCloseTo(charge, Offset.offset(1e-6));

        line.add(law, running.negated());
        assertThat(line.isEmpty()).isTrue();
    }
}
