package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * Tenth-life in steps: HIST_HOURS of 5 hours in steps of 900 s leaves r = 10^-0.05 = 0.891250938 at each of them (case
 * DEC-07 of the golden file).
 */
class SteppedDecayTest {
    private static final long HOUR = 3_600_000;
    private static final long STEP = 900_000;
    /** A step. */
    private static final long T = 1_795_001_400_000L;

    private static final long CORE = 1L << Rate.BITS;
    private static final double R = 0.891250938133746;
    private static final DecayLaw LAW = DecayLaw.tenthLifeSteps(5 * HOUR, STEP, 0);

    private static Line of(Use... uses) {
        Line line = new Line();
        for (Use use : uses) {
            line.add(LAW, use);
        }
        return line;
    }

    private static Lump lump(long amount, long at) {
        return new Lump(BigDecimal.valueOf(amount), at);
    }

    private static void has(double expected, Line line, long at) {
        assertThat(line.usage(LAW, at)).isCloseTo(expected, Offset.offset(expected * 1e-10));
    }

    @Test
    void anAmountDecaysAtEachStepAfterIt() {
        assertThat(T % STEP).isZero();
        Line line = of(lump(1000, T));
        has(1000, line, T);
        has(1000, line, T + STEP - 1);
        has(1000 * R, line, T + STEP);
        has(1000 * R, line, T + 1_200_000); // DEC-07: 20 minutes
        has(100, line, T + 5 * HOUR);
        has(1000 * R, of(lump(1000, T + STEP - 1)), T + STEP);
    }

    /** Half an hour of a core, ended at a step: 900 s saw two steps, and 900 s one. */
    @Test
    void aRunDecaysPieceByPiece() {
        Line ended = of(new Segment(T, T + 2 * STEP, CORE));
        has(900 * R * R + 900 * R, ended, T + 2 * STEP);
        has(900 * R * R * R + 900 * R * R, ended, T + 3 * STEP);

        Line open = of(new Segment(T + 300_000, Segment.OPEN, CORE));
        has(599.999, open, T + STEP - 1);
        has(600 * R, open, T + STEP);
        has(600 * R + 300, open, T + 1_200_000);
    }

    /** Within one step nothing decays, however short the run is. */
    @Test
    void aRunWithinAStepCountsInFull() {
        has(10, of(new Segment(T + 60_000, T + 70_000, CORE)), T + 100_000);
        has(10 * R, of(new Segment(T + 60_000, T + 70_000, CORE)), T + STEP);
    }

    @Test
    void stepsHaveTheirPhase() {
        DecayLaw law = DecayLaw.tenthLifeSteps(5 * HOUR, STEP, T + 7_000);
        Line line = new Line();
        line.add(law, lump(1000, T));
        assertThat(law.phase()).isEqualTo(7_000);
        assertThat(line.usage(law, T + 6_999)).isCloseTo(1000, Offset.offset(1e-6));
        assertThat(line.usage(law, T + 7_000)).isCloseTo(1000 * R, Offset.offset(1e-6));
    }

    /** Against a calculation that goes step by step. */
    @Test
    void hasTheSumOfAllPieces() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            long period = 1000 * (1 + random.nextLong(7200));
            long tenth = period * (1 + random.nextLong(50)) + random.nextLong(1000);
            DecayLaw law = DecayLaw.tenthLifeSteps(tenth, period, random.nextLong(HOUR));
            double left = Math.pow(10, -(double) period / tenth);
            long start = T + random.nextLong(HOUR);
            long end = start + 10_000 + random.nextLong(10 * HOUR);
            long now = end + random.nextLong(3 * HOUR);
            double expected = 0;
            for (long at = start; at < now; ) {
                long next = at + period - Math.floorMod(at - law.phase(), period);
                long to = Math.min(next, now);
                expected += Math.max(0, Math.min(to, end) - at) / 1000.0;
                expected *= next <= now ? left : 1;
                at = to;
            }
            Line line = new Line();
            line.add(law, new Segment(start, end, CORE));
            assertThat(line.usage(law, now))
                    .as("%s, %d to %d at %d", law, start, end, now)
                    .isCloseTo(expected, Percentage.withPercentage(1e-9));
            line.add(law, new Segment(start, end, CORE).negated());
            assertThat(line.isEmpty()).isTrue();
        }
    }

    /** From an exponential law to steps within a step, and back: usage stays, and each law decays its own stretch. */
    @Test
    void usageStaysWhenStepsBeginOrEnd() {
        DecayLaw smooth = DecayLaw.tenthLife(5 * HOUR);
        DecayLaws begin = DecayLaws.of(new TreeMap<>(Map.of(0L, smooth, T + 300_000, LAW)));
        Line line = new Line();
        line.add(begin, lump(1000, T + 300_000 - 5 * HOUR));
        List<Double> values = new ArrayList<>();
        for (long at : new long[] {T + 300_000, T + STEP - 1, T + STEP}) {
            values.add(line.usage(begin, at));
        }
        assertThat(values.get(0)).isCloseTo(100, Offset.offset(1e-6));
        assertThat(values.get(1)).isCloseTo(100, Offset.offset(1e-6));
        assertThat(values.get(2)).isCloseTo(100 * R, Offset.offset(1e-6));

        DecayLaws ends = DecayLaws.of(new TreeMap<>(Map.of(0L, LAW, T + 300_000, smooth)));
        Line other = new Line();
        other.add(ends, new Segment(T, Segment.OPEN, CORE));
        assertThat(other.usage(ends, T + 300_000)).isCloseTo(300, Offset.offset(1e-6));
        // 300 to a tenth, and the integral of 10^(-t/5h) over five hours: 18000/ln 10 * 0.9
        assertThat(other.usage(ends, T + 300_000 + 5 * HOUR))
                .isCloseTo(30 + 18_000 / 2.302585092994046 * 0.9, Offset.offset(1e-5));
    }

    @Test
    void aResetForgetsWhatWasBefore() {
        Line line = of(new Segment(T, Segment.OPEN, CORE), lump(1000, T));
        line.reset(LAW, T + 300_000);
        assertThat(line.usage(LAW, T + 300_000)).isZero();
        has(599.999, line, T + STEP - 1);
        has(600 * R, line, T + STEP);
    }

    @Test
    void impossibleStepsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecayLaw.tenthLifeSteps(HOUR, 999, 0))
                .withMessageContaining("step 999 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecayLaw.tenthLifeSteps(HOUR, HOUR + 1, 0))
                .withMessageContaining("step 3600001 ms");
        assertThat(LAW)
                .hasToString("tenth-life 18000000 ms, steps of 900000 ms, phase 0 ms")
                .isNotEqualTo(DecayLaw.tenthLife(5 * HOUR))
                .isNotEqualTo(DecayLaw.tenthLifeSteps(5 * HOUR, STEP, 1));
    }
}
