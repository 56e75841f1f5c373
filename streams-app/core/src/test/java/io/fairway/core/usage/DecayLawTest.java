package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The weights z(t) against 50-digit arithmetic. */
class DecayLawTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    /** For a quotient of two weights: each is accurate to a little more than 2^-52. */
    private static final double TOLERANCE = 2.5 * 0x1p-52;

    /** 1993, the start of the oldest trace, and 2026. */
    private static final long[] ERAS = {728_000_000_000L, 1_795_000_000_000L};

    static LongStream halfLives() {
        return LongStream.of(
                1000,
                1001,
                1024,
                60_000,
                65_536,
                599_999,
                HOUR,
                5_418_541,
                DAY,
                7 * DAY,
                604_799_983,
                14 * DAY,
                30 * DAY,
                365 * DAY);
    }

    /** z(late) / z(early). */
    static BigDecimal ratio(DecayLaw law, long early, long late) {
        BigInteger above = weight(law, late, law.epoch(early));
        BigInteger below = weight(law, early, law.epoch(early));
        return new BigDecimal(above).divide(new BigDecimal(below), Exact.MC);
    }

    private static BigInteger weight(DecayLaw law, long time, long epoch) {
        int epochs = Math.toIntExact(law.epoch(time) - epoch);
        return BigInteger.valueOf(law.mantissa(time)).shiftLeft(law.shift(time) + 64 * epochs);
    }

    private static void assertClose(BigDecimal actual, BigDecimal expected, double tolerance) {
        double error = actual.subtract(expected).divide(expected, Exact.MC).doubleValue();
        assertThat(Math.abs(error)).isLessThan(tolerance);
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void weightsGrowByTheDefinition(long halfLife) {
        weightsGrow(DecayLaw.halfLife(halfLife), Exact.halfLife(halfLife), 128 * halfLife, halfLife);
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void weightsOfTenthLives(long tenthLife) {
        weightsGrow(DecayLaw.tenthLife(tenthLife), Exact.tenthLife(tenthLife), 38 * tenthLife, tenthLife);
    }

    private static void weightsGrow(DecayLaw law, BigDecimal lambda, long longest, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            long early = ERAS[i % 2] + random.nextLong(400 * DAY);
            long late = early + random.nextLong(longest);
            assertClose(ratio(law, early, late), Exact.left(lambda, late, early), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void oneHalfLifeDoublesTheWeight(long halfLife) {
        DecayLaw law = DecayLaw.halfLife(halfLife);
        for (long era : ERAS) {
            assertClose(ratio(law, era, era + halfLife), BigDecimal.TWO, TOLERANCE);
            assertClose(ratio(law, era + 17, era + 17 + 10 * halfLife), BigDecimal.valueOf(1024), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void oneTenthLifeMakesTheWeightTenfold(long tenthLife) {
        DecayLaw law = DecayLaw.tenthLife(tenthLife);
        for (long era : ERAS) {
            assertClose(ratio(law, era, era + tenthLife), BigDecimal.TEN, TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void anEpochLasts64HalfLivesFromTheUnixEpochOn(long halfLife) {
        DecayLaw law = DecayLaw.halfLife(halfLife);
        for (long epoch : new long[] {0, 1, 2, 1000}) {
            long boundary = epoch * 64 * halfLife;
            assertThat(law.epoch(boundary + 1)).isEqualTo(epoch);
            assertThat(law.shift(boundary + 1)).isZero();
            assertThat(law.epoch(boundary - 1)).isEqualTo(epoch - 1);
            assertThat(law.shift(boundary - 1)).isEqualTo(63);
            assertThat(law.epoch(boundary + 64 * halfLife - 1)).isEqualTo(epoch);
        }
    }

    @ParameterizedTest
    @MethodSource("halfLives")
    void weightsRiseThroughTheBoundaryOfAnEpoch(long halfLife) {
        DecayLaw law = DecayLaw.halfLife(halfLife);
        long boundary = (ERAS[1] / (64 * halfLife) + 1) * 64 * halfLife;
        for (long t = boundary - 5; t < boundary + 5; t++) {
            assertThat(ratio(law, t, t + 1)).isGreaterThan(BigDecimal.ONE);
            BigDecimal expected = Exact.left(Exact.halfLife(halfLife), t + 1, boundary - 5);
            assertClose(ratio(law, boundary - 5, t + 1), expected, TOLERANCE);
        }
        for (long half = 0; half < 64; half++) {
            long t = boundary + half * halfLife;
            assertThat(ratio(law, t - 1, t)).isGreaterThan(BigDecimal.ONE);
            assertThat(ratio(law, t, t + 1)).isGreaterThan(BigDecimal.ONE);
        }
    }

    @Test
    void theUnixEpochWeighsOne() {
        for (DecayLaw law : new DecayLaw[] {DecayLaw.halfLife(7 * DAY), DecayLaw.tenthLife(5 * HOUR)}) {
            assertThat(law.epoch(0)).isZero();
            assertThat(law.shift(0)).isZero();
            assertThat(law.mantissa(0)).isEqualTo(1L << 56);
        }
    }

    @Test
    void aMantissaHas57Bits() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            DecayLaw law = DecayLaw.halfLife(1000 + random.nextLong(60 * DAY));
            assertThat(law.mantissa(random.nextLong(4_000_000_000_000L))).isBetween(1L << 56, 1L << 57);
        }
    }

    @Test
    void withoutDecayTheWeightIsTheTime() {
        DecayLaw law = DecayLaw.none();
        assertThat(law.mantissa(ERAS[1])).isEqualTo(ERAS[1]);
        assertThat(law.epoch(ERAS[1])).isZero();
        assertThat(law.shift(ERAS[1])).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {600_000, HOUR, DAY, 7 * DAY, 30 * DAY})
    void slurmTickLosesItsFactorEverySecond(long halfLife) {
        DecayLaw law = DecayLaw.slurmTick(halfLife, 300_000, 0);
        // Slurm stores the factor as a double: 1 - 0.693/H.
        BigDecimal factor = new BigDecimal(1 - 0.693 / (halfLife / 1000.0));
        for (long seconds : new long[] {1, 60, 300, 86_400}) {
            BigDecimal gain = BigDecimal.ONE.divide(factor.pow(Math.toIntExact(seconds), Exact.MC), Exact.MC);
            // log2 of the factor is a double, too: the error is the number of half-lives times 2^-51.
            double tolerance = TOLERANCE + seconds * 1000.0 / halfLife * 0x1p-51;
            assertClose(ratio(law, ERAS[1], ERAS[1] + seconds * 1000), gain, tolerance);
        }
    }

    @Test
    void slurmTickScaleIsTheLimitOfTheSeries() {
        DecayLaw law = DecayLaw.slurmTick(7 * DAY, 300_000, 0);
        BigDecimal factor = new BigDecimal(1 - 0.693 / 604_800);
        BigDecimal pass = factor.pow(300, Exact.MC);
        BigDecimal expected = BigDecimal.valueOf(300).multiply(pass).divide(BigDecimal.ONE.subtract(pass), Exact.MC);
        assertClose(new BigDecimal(law.meanLifeSeconds()), expected, 1e-15);
    }

    @Test
    void passesFollowTheirPhase() {
        DecayLaw law = DecayLaw.slurmTick(DAY, 300_000, 1_795_000_000_123L);
        assertThat(law.phase()).isEqualTo(1_795_000_000_123L % 300_000);
        assertThat(SlurmTicks.lastPass(law, 1_795_000_000_123L)).isEqualTo(1_795_000_000_123L);
        assertThat(SlurmTicks.lastPass(law, 1_795_000_000_122L)).isEqualTo(1_794_999_700_123L);
        assertThat(SlurmTicks.firstPassAfter(law, 1_795_000_000_122L)).isEqualTo(1_795_000_000_123L);
        assertThat(SlurmTicks.firstPassAfter(law, 1_795_000_000_123L)).isEqualTo(1_795_000_300_123L);
    }

    @Test
    void equalLawsHaveEqualTexts() {
        assertThat(DecayLaw.halfLife(DAY))
                .isEqualTo(DecayLaw.halfLife(DAY))
                .hasSameHashCodeAs(DecayLaw.halfLife(DAY))
                .isNotEqualTo(DecayLaw.tenthLife(DAY))
                .isNotEqualTo(DecayLaw.slurmTick(DAY, 60_000, 0))
                .hasToString("half-life 86400000 ms");
        assertThat(DecayLaw.slurmTick(DAY, 60_000, 0)).isNotEqualTo(DecayLaw.slurmTick(DAY, 60_000, 1));
        assertThat(DecayLaw.slurmTick(DAY, 60_000, 60_001)).isEqualTo(DecayLaw.slurmTick(DAY, 60_000, 1));
        assertThat(DecayLaw.tenthLife(5 * HOUR)).hasToString("tenth-life 18000000 ms");
        assertThat(DecayLaw.none()).hasToString("none");
    }

    @Test
    void refusesLivesOfLessThanASecond() {
        assertThatThrownBy(() -> DecayLaw.halfLife(999)).hasMessageContaining("half-life 999 ms");
        assertThatThrownBy(() -> DecayLaw.tenthLife(0)).hasMessageContaining("tenth-life 0 ms");
        assertThatThrownBy(() -> DecayLaw.slurmTick(DAY, 1, 0)).hasMessageContaining("period 1 ms");
    }

    /** Beyond eight half-lives a piece of a period would not fit into a line, and later the law divides by zero. */
    @ParameterizedTest
    @CsvSource({
        "1000, 5000, 8.52",
        "60000, 483000, 8.10",
        "60000, 86400000, 1.45e+03",
        "604800000, 4849200000, 8.02",
        "1000, 9223372036854775807, 1.57e+16"
    })
    void refusesAPeriodOfManyHalfLives(long halfLife, long period, String times) {
        assertThatThrownBy(() -> DecayLaw.slurmTick(halfLife, period, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("period " + period + " ms: is " + times + " times the half-life of " + halfLife
                        + " ms, must be at most 8 times");
    }

    @ParameterizedTest
    @CsvSource({"1000, 4000", "60000, 477000", "604800000, 4838000000"})
    void takesAPeriodOfEightHalfLives(long halfLife, long period) {
        assertThat(DecayLaw.slurmTick(halfLife, period, 0).meanLifeSeconds()).isPositive();
    }
}
