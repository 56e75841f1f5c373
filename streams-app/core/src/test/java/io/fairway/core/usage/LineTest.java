package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The content of a line: exactness, retraction, epochs, lumps and resets. AccuracyTest measures the accuracy of its
 * values.
 */
class LineTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long T0 = 1_795_000_000_000L;
    private static final long CORE = 1L << Rate.BITS;

    static Stream<DecayLaw> laws() {
        return Stream.of(
                DecayLaw.halfLife(60_000),
                DecayLaw.halfLife(7 * DAY),
                DecayLaw.tenthLife(5 * HOUR),
                DecayLaw.none(),
                DecayLaw.slurmTick(HOUR, 300_000, 12_345),
                DecayLaw.slurmTick(14 * DAY, 60_000, 0),
                DecayLaw.tenthLifeSteps(5 * HOUR, 900_000, 0),
                DecayLaw.tenthLifeSteps(HOUR, HOUR, 12_345));
    }

    /** The whole content of a line. */
    static String bits(Line line) {
        Map<Long, BigInteger> sums = new TreeMap<>();
        line.forEachSum((epoch, sum) -> sums.put(epoch, sum.toBigInteger()));
        return line.rate() + " since " + line.since() + " " + sums;
    }

    private static Line of(DecayLaw law, Segment... segments) {
        Line line = new Line();
        for (Segment segment : segments) {
            line.add(law, segment);
        }
        return line;
    }

    /** About a mean life of the law, in milliseconds; an hour for the law without decay. */
    private static long life(DecayLaw law) {
        return law.kind() == DecayLaw.Kind.NONE ? HOUR : law.millis();
    }

    private static List<Segment> segments(DecayLaw law, int count, long seed) {
        Random random = new Random(seed);
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = T0 + random.nextLong(150 * life(law));
            boolean open = random.nextInt(5) == 0;
            long end = open ? Segment.OPEN : start + 1 + random.nextLong(80 * life(law));
            segments.add(new Segment(start, end, random.nextLong(1L << 62)));
        }
        return segments;
    }

    @ParameterizedTest
    @MethodSource("laws")
    void anyOrderGivesTheSameBits(DecayLaw law) {
        List<Segment> segments = segments(law, 100, 1);
        List<Object> facts = new ArrayList<>(segments);
        for (int i = 0; i < 10; i++) {
            facts.add(BigDecimal.valueOf(1_000_003 * i - 4_000_000, 2));
        }
        String first = null;
        for (int order = 0; order < 20; order++) {
            Collections.shuffle(facts, new Random(order));
            Line line = new Line();
            for (Object fact : facts) {
                if (fact instanceof Segment segment) {
                    line.add(law, segment);
                } else {
                    line.add(law, (BigDecimal) fact, T0 + 70 * life(law));
                }
            }
            first = first == null ? bits(line) : first;
            assertThat(bits(line)).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aRetractionLeavesNothing(DecayLaw law) {
        List<Segment> segments = segments(law, 200, 2);
        Line line = of(law, segments.toArray(Segment[]::new));
        assertThat(line.isEmpty()).isFalse();
        Collections.shuffle(segments, new Random(3));
        segments.forEach(segment -> line.add(law, segment.negated()));

        assertThat(line.isEmpty()).isTrue();
        line.prune(law, T0);
        assertThat(bits(line)).isEqualTo(bits(new Line()));
        assertThat(line.epochs()).isZero();
    }

    /** A correction retracts the old charge and adds the right one: the same bits as the right one alone. */
    @ParameterizedTest
    @MethodSource("laws")
    void aCorrectionGivesTheBitsOfTheRightCharge(DecayLaw law) {
        long now = T0 + 140 * life(law);
        Segment open = new Segment(T0, Segment.OPEN, 3 * CORE);
        Segment tooLong = new Segment(T0, T0 + 90 * life(law), 3 * CORE);
        Segment truth = new Segment(T0, T0 + 20 * life(law) + 1, 3 * CORE);
        Line line = of(law, open);
        line.prune(law, now - 30 * life(law));
        line.add(law, open.negated());
        line.add(law, tooLong);
        line.prune(law, now);
        line.add(law, tooLong.negated());
        line.add(law, truth);
        line.prune(law, now);

        Line expected = of(law, truth);
        expected.prune(law, now);
        assertThat(bits(line)).isEqualTo(bits(expected));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void linesMergeByAdding(DecayLaw law) {
        List<Segment> segments = segments(law, 60, 4);
        Line left = of(law, segments.subList(0, 25).toArray(Segment[]::new));
        Line right = of(law, segments.subList(25, 60).toArray(Segment[]::new));
        left.add(right);
        assertThat(bits(left)).isEqualTo(bits(of(law, segments.toArray(Segment[]::new))));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aRestoredLineEqualsTheStoredLine(DecayLaw law) {
        Line line = of(law, segments(law, 10, 5).toArray(Segment[]::new));
        Map<Long, Int256> sums = new TreeMap<>();
        line.forEachSum(sums::put);
        Line restored = Line.restore(line.rate(), line.since(), sums);
        assertThat(bits(restored)).isEqualTo(bits(line));

        restored.add(law, new Segment(T0, T0 + HOUR, CORE));
        assertThat(bits(restored)).isNotEqualTo(bits(line));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void pruningChangesNoValue(DecayLaw law) {
        Random random = new Random(6);
        for (int i = 0; i < 200; i++) {
            long now = T0 + 230 * life(law) + random.nextLong(200 * life(law));
            Line line = of(law, segments(law, 20, i).toArray(Segment[]::new));
            double before = line.usage(law, now);
            line.prune(law, now);
            assertThat(line.usage(law, now)).isEqualTo(before);
            if (law.kind() != DecayLaw.Kind.NONE) {
                assertThat(line.epochs()).isLessThanOrEqualTo(2);
            }
        }
    }

    /** Between the start of an epoch and the first pass in it, slurm-tick reads usage as of the epoch before. */
    @Test
    void pruningAtTheEdgeOfAnEpochChangesNoValue() {
        DecayLaw law = DecayLaw.slurmTick(HOUR, 300_000, 0);
        long edge = T0;
        while (law.epoch(edge) == law.epoch(T0)) {
            edge += 1000;
        }
        long pass = SlurmTicks.lastPass(law, edge);
        assertThat(law.epoch(pass)).isEqualTo(law.epoch(edge) - 1);
        Line line = of(law, new Segment(edge - 200 * HOUR, edge - 90 * HOUR, 1000 * CORE));
        double before = line.usage(law, edge);
        assertThat(before).isPositive();
        line.prune(law, edge);
        assertThat(line.usage(law, edge)).isEqualTo(before);
    }

    @Test
    void usageIsExactlyZeroAfter64To128HalfLives() {
        DecayLaw law = DecayLaw.halfLife(HOUR);
        for (int half = 0; half < 64; half++) {
            long end = (law.epoch(T0) * 64 + half) * HOUR + 60_001;
            Line line = of(law, new Segment(end - 60_000, end, CORE));
            long zero = (law.epoch(T0) + 2) * 64 * HOUR + 1;
            assertThat(line.usage(law, zero - 2)).isPositive();
            assertThat(line.usage(law, zero)).isZero();
            assertThat((zero - end) / HOUR).isBetween(64L, 128L);

            line.prune(law, zero);
            assertThat(line.isEmpty()).isTrue();
        }
    }

    /** A charge is kept or forgotten as a whole, however long ago its run began. */
    @Test
    void aLongRunCountsAsAWhole() {
        DecayLaw law = DecayLaw.halfLife(HOUR);
        long end = T0 + 1000 * HOUR;
        double expected = HOUR / 1000.0 / StrictMath.log(2);
        assertThat(of(law, new Segment(T0, end, CORE)).usage(law, end))
                .isCloseTo(expected, Percentage.withPercentage(1e-10));
        assertThat(of(law, new Segment(T0, Segment.OPEN, CORE)).usage(law, end))
                .isCloseTo(expected, Percentage.withPercentage(1e-10));
    }

    @Test
    void withoutDecayUsageIsRateTimesTime() {
        DecayLaw law = DecayLaw.none();
        Line line = of(law, new Segment(T0, T0 + 1500, 3 * CORE), new Segment(T0, Segment.OPEN, CORE / 4));
        assertThat(line.usage(law, T0 + 4000)).isEqualTo(4.5 + 1.0);
        assertThat(line.usage(law, T0 + 400 * DAY)).isEqualTo(4.5 + 400 * 86_400 / 4.0);
    }

    @Test
    void aRunThatStartsNowIsWorthNothingYet() {
        DecayLaw law = DecayLaw.halfLife(7 * DAY);
        assertThat(of(law, new Segment(T0, Segment.OPEN, 5 * CORE)).usage(law, T0))
                .isZero();
    }

    /** Chunks of huge rates: R needs more than 63 bits. */
    @Test
    void manyHugeRatesAtOnce() {
        DecayLaw law = DecayLaw.halfLife(HOUR);
        long huge = 1L << 62;
        Line line = new Line();
        for (int i = 0; i < 200; i++) {
            line.add(law, new Segment(T0, Segment.OPEN, huge));
        }
        BigDecimal tres = new BigDecimal(BigInteger.valueOf(huge))
                .multiply(BigDecimal.valueOf(200))
                .divide(new BigDecimal(BigInteger.TWO.pow(40)));
        double expected = Exact.integral(tres, T0, T0 + 63 * HOUR, T0 + 63 * HOUR, Exact.halfLife(HOUR))
                .doubleValue();
        assertThat(line.usage(law, T0 + 63 * HOUR)).isCloseTo(expected, Percentage.withPercentage(1e-10));
        assertThat(Rate.tres(line.rate())).isEqualTo(tres.doubleValue());

        line.reset(law, T0 + HOUR);
        assertThat(line.usage(law, T0 + HOUR)).isZero();
        for (int i = 0; i < 200; i++) {
            line.add(law, new Segment(T0, Segment.OPEN, -huge));
        }
        assertThat(line.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("laws")
    void anAmountDecaysLikeUsageOfItsInstant(DecayLaw law) {
        BigDecimal amount = new BigDecimal("123456.789");
        Line line = new Line();
        line.add(law, amount, T0);
        assertThat(line.usage(law, T0)).isCloseTo(123456.789, Percentage.withPercentage(1e-10));

        long later = T0 + 3 * life(law);
        double left = switch (law.kind()) {
            case NONE -> 1;
            case HALF_LIFE -> 0.125;
            case TENTH_LIFE -> 0.001;
            case SLURM_TICK -> {
                long passes = (SlurmTicks.lastPass(law, later) - SlurmTicks.lastPass(law, T0)) / 1000;
                yield StrictMath.pow(1 - 0.693 / (law.millis() / 1000.0), (double) passes);
            }
            case TENTH_LIFE_STEPS -> 0.001; // three tenth-lives are whole steps
        };
        assertThat(line.usage(law, later)).isCloseTo(123456.789 * left, Percentage.withPercentage(1e-10));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aRefundCancelsItsCredit(DecayLaw law) {
        Random random = new Random(7);
        Line line = new Line();
        List<BigDecimal> amounts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            amounts.add(BigDecimal.valueOf(random.nextLong(10_000_000_000L), random.nextInt(6)));
        }
        for (int i = 0; i < 100; i++) {
            line.add(law, amounts.get(i), T0 + i * HOUR);
        }
        for (int i = 99; i >= 0; i--) {
            line.add(law, amounts.get(i).negate(), T0 + i * HOUR);
        }
        assertThat(line.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("laws")
    void theLargestAmountFits(DecayLaw law) {
        BigDecimal largest = Line.largestAmount(law);
        for (int half = 0; half < 64; half++) {
            long at = T0 + half * life(law);
            Line line = new Line();
            line.add(law, largest, at);
            assertThat(line.usage(law, at)).isCloseTo(largest.doubleValue(), Percentage.withPercentage(1e-10));
        }
    }

    /** At, one below and far beyond 2^31 TRES on one line, where 192 bits ended. */
    @ParameterizedTest
    @MethodSource("laws")
    void manyOfTheLargestRatesFit(DecayLaw law) {
        BigInteger most = Rate.units(Rate.MAX);
        for (int runs : new int[] {1, 2, 3, 4, 1_000}) {
            Line line = new Line();
            for (int i = 0; i < runs; i++) {
                Segment.of(T0, Segment.OPEN, most).forEach(segment -> line.add(law, segment));
            }
            Line one = of(law, new Segment(T0, Segment.OPEN, CORE));
            for (int half = 1; half < 130; half += 7) {
                long now = T0 + half * life(law);
                assertThat(line.usage(law, now))
                        .isCloseTo(one.usage(law, now) * runs * 0x1p30, Percentage.withPercentage(1e-9));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void manyOfTheLargestAmountsFit(DecayLaw law) {
        BigDecimal largest = Line.largestAmount(law);
        for (int half = 0; half < 64; half += 3) {
            long at = T0 + half * life(law);
            Line line = new Line();
            for (int i = 0; i < 1_000; i++) {
                line.add(law, largest, at);
            }
            assertThat(line.usage(law, at)).isCloseTo(largest.doubleValue() * 1_000, Percentage.withPercentage(1e-9));
            for (int i = 0; i < 1_000; i++) {
                line.add(law, largest.negate(), at);
            }
            assertThat(line.isEmpty()).isTrue();
        }
    }

    /** A sum that wraps around reads as no usage at all, which is the best priority. */
    @ParameterizedTest
    @MethodSource("laws")
    void theSumOfAnAccountDoesNotWrap(DecayLaw law) {
        BigInteger most = Rate.units(Rate.MAX);
        List<ShareNode> nodes = new ArrayList<>(List.of(ShareNode.account("t", "a", null, 1, 0)));
        Map<NodeId, Line> lines = new HashMap<>();
        for (int user = 0; user < 8; user++) {
            nodes.add(ShareNode.user("t", "a", "u" + user, 1, user));
            Line line = new Line();
            Segment.of(T0, Segment.OPEN, most).forEach(segment -> line.add(law, segment));
            lines.put(NodeId.ofUser("t", "a", "u" + user), line);
        }
        ShareTree tree = ShareTree.build("t", nodes);
        for (int half = 1; half < 130; half++) {
            TreeUsage usage = TreeUsage.of(tree, DecayLaws.of(law), lines::get, T0 + half * life(law));
            double one = usage.raw(tree.find(NodeId.ofUser("t", "a", "u0")));
            assertThat(one).isPositive();
            assertThat(usage.raw(0)).isCloseTo(8 * one, Percentage.withPercentage(1e-9));
            assertThat(usage.exact(0))
                    .isEqualTo(usage.exact(tree.find(NodeId.ofUser("t", "a", "u0")))
                            .multiply(BigInteger.valueOf(8)));
        }
    }

    @Test
    void aRefundBeyondTheUsageIsNegative() {
        DecayLaw law = DecayLaw.halfLife(HOUR);
        Line line = new Line();
        line.add(law, BigDecimal.valueOf(-100), T0);
        assertThat(line.usage(law, T0 + HOUR)).isCloseTo(-50, Percentage.withPercentage(1e-10));
        assertThat(line.numerator(law, T0 + HOUR).signum()).isNegative();
    }

    /** Equal usage is equal to the last bit, whoever consumed it, in however many pieces. */
    @Test
    void equalUsageComparesEqual() {
        DecayLaw law = DecayLaw.halfLife(7 * DAY);
        Line one = of(law, new Segment(T0, T0 + DAY, 2 * CORE), new Segment(T0 + DAY, T0 + 2 * DAY, 2 * CORE));
        Line other = of(law, new Segment(T0, T0 + 2 * DAY, CORE), new Segment(T0, T0 + 2 * DAY, CORE));
        assertThat(one.numerator(law, T0 + 3 * DAY)).isEqualTo(other.numerator(law, T0 + 3 * DAY));
    }
}
