package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The accuracy of a line: its usage is within 1e-9 relative of the closed integral. This holds for half-lives of a
 * minute to 30 days and runs of 10 seconds or more, from the first second after a run to the last before it counts as
 * exactly 0.
 *
 * <p>The difference of two weights bounds it, each accurate to about 2^-52: over 10 s of 30 days they differ by 2.7e-6.
 * Shorter runs and longer half-lives are worse in proportion.
 */
class AccuracyTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final double CLAIM = 1e-9;
    private static final int RUNS = 400;

    static LongStream lives() {
        return LongStream.of(60_000, 600_000, HOUR, 5 * HOUR, DAY, 7 * DAY, 14 * DAY, 30 * DAY);
    }

    private static double error(double actual, BigDecimal expected) {
        return new BigDecimal(actual)
                .subtract(expected)
                .divide(expected, Exact.MC)
                .abs()
                .doubleValue();
    }

    /** 10 s to about 3 half-lives, the short ones as often as the long ones. */
    private static long length(Random random, long life) {
        double longest = StrictMath.log(3.0 * life / 10_000);
        return (long) (10_000 * StrictMath.exp(random.nextDouble() * longest));
    }

    private static long start(Random random) {
        return 728_000_000_000L + random.nextLong(1_200_000_000_000L);
    }

    private static BigDecimal cores(Random random) {
        return BigDecimal.valueOf(1 + random.nextInt(100_000));
    }

    private static Segment segment(long start, long end, BigDecimal tres) {
        return new Segment(start, end, Rate.units(tres).longValueExact());
    }

    @ParameterizedTest
    @MethodSource("lives")
    void runsThatEnded(long life) {
        runsThatEnded(life, DecayLaw.halfLife(life), Exact.halfLife(life), 64, new Random(life));
    }

    @ParameterizedTest
    @MethodSource("lives")
    void runsThatEndedByTenthLife(long life) {
        runsThatEnded(life, DecayLaw.tenthLife(life), Exact.tenthLife(life), 19, new Random(life + 1));
    }

    /** @param lives so many after its end, a run counts as exactly 0 */
    private static void runsThatEnded(long life, DecayLaw law, BigDecimal lambda, int lives, Random random) {
        for (int i = 0; i < RUNS; i++) {
            long start = start(random);
            long end = start + length(random, life);
            long now = end + random.nextLong(lives * life);
            BigDecimal tres = cores(random);
            Line line = new Line();
            line.add(law, segment(start, end, tres));

            BigDecimal expected = Exact.integral(tres, start, end, now, lambda);
            assertThat(error(line.usage(law, now), expected)).isLessThan(CLAIM);
        }
    }

    @ParameterizedTest
    @MethodSource("lives")
    void runsThatContinue(long life) {
        Random random = new Random(life + 2);
        DecayLaw law = DecayLaw.halfLife(life);
        for (int i = 0; i < RUNS; i++) {
            long start = start(random);
            long now = start + (i % 4 == 0 ? random.nextLong(200 * life) + 10_000 : length(random, life));
            BigDecimal tres = cores(random);
            Line line = new Line();
            line.add(law, segment(start, Segment.OPEN, tres));

            BigDecimal expected = Exact.integral(tres, start, now, now, Exact.halfLife(life));
            assertThat(error(line.usage(law, now), expected)).isLessThan(CLAIM);
        }
    }

    /** The oldest usage that counts is as exact as the newest: 10 s of one core, up to 128 half-lives ago. */
    @ParameterizedTest
    @MethodSource("lives")
    void shortRunsOfLongAgo(long life) {
        Random random = new Random(life + 3);
        DecayLaw law = DecayLaw.halfLife(life);
        for (int i = 0; i < RUNS; i++) {
            long epoch = law.epoch(start(random));
            long end = (epoch * 64 + random.nextInt(8)) * life + 10_001;
            long start = end - 10_000;
            long now = ((epoch + 1) * 64 + random.nextInt(64)) * life + 1;
            Line line = new Line();
            line.add(law, segment(start, end, BigDecimal.ONE));

            BigDecimal expected = Exact.integral(BigDecimal.ONE, start, end, now, Exact.halfLife(life));
            assertThat(error(line.usage(law, now), expected)).isLessThan(CLAIM);
        }
    }

    @ParameterizedTest
    @MethodSource("lives")
    void manyRunsOfOneAssociation(long life) {
        Random random = new Random(life + 4);
        DecayLaw law = DecayLaw.halfLife(life);
        long from = start(random);
        long now = from + 40 * life;
        Line line = new Line();
        BigDecimal expected = BigDecimal.ZERO;
        for (int i = 0; i < RUNS; i++) {
            long start = from + random.nextLong(37 * life);
            long end = start + length(random, life);
            boolean open = i % 10 == 0;
            BigDecimal tres = cores(random);
            line.add(law, segment(start, open ? Segment.OPEN : end, tres));
            expected = expected.add(Exact.integral(tres, start, open ? now : end, now, Exact.halfLife(life)));
        }
        assertThat(error(line.usage(law, now), expected)).isLessThan(CLAIM);
    }

    /** A rate is rounded to 2^-40: for a weight of a tenth, an error of less than one part in 10^11. */
    @ParameterizedTest
    @MethodSource("lives")
    void fractionalRates(long life) {
        DecayLaw law = DecayLaw.halfLife(life);
        BigDecimal tenth = new BigDecimal("0.1");
        long start = 1_795_000_000_000L;
        Line line = new Line();
        line.add(law, segment(start, start + life, tenth));

        BigDecimal expected = Exact.integral(tenth, start, start + life, start + 2 * life, Exact.halfLife(life));
        assertThat(error(line.usage(law, start + 2 * life), expected)).isLessThan(CLAIM);
    }
}
