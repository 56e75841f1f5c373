package io.fairway.schedulers.slurm.fairtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.slurm.time.SlurmTickDecay;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmTickDecayTest {
    /** The distance of Slurm's decay from a true half-life, as measured on the real controller. */
    @ParameterizedTest
    @CsvSource({
        "604800, 604801, 1.47e-4",
        "86400, 86401, 1.44e-4",
        "3600, 3601, 8.0e-5",
        "600, 301, -1.3e-4",
        "60, 61, -3.9e-3",
        "60, 301, -1.9e-2",
    })
    void isOffFromAHalfLife(double halfLife, double seconds, double error) {
        double exact = StrictMath.pow(2, -seconds / halfLife);

        double ratio = SlurmTickDecay.factor(SlurmTickDecay.lambda(halfLife), seconds) / exact;

        assertThat(ratio - 1).isCloseTo(error, Offset.offset(Math.abs(error) * 0.03));
    }

    @Test
    void neverReachesZero() {
        assertThat(SlurmTickDecay.decay(1, SlurmTickDecay.lambda(60), 1e9)).isEqualTo(0x1p-1022);
    }

    @Test
    void withoutHalfLifeNothingDecays() {
        assertThat(SlurmTickDecay.lambda(0)).isEqualTo(1);
        assertThat(SlurmTickDecay.charge(2, 1, 30)).isEqualTo(60);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmTickDecay.lambda(0.5))
                .withMessageContaining("half-life 0.5 s");
    }

    @Test
    void longDoublesKeep64Bits() {
        LongDouble third = LongDouble.of(1).divide(LongDouble.of(3));

        assertThat(third.significand()).isEqualTo(new BigInteger("AAAAAAAAAAAAAAAB", 16));
        assertThat(third.exponent()).isEqualTo(-65);
        assertThat(LongDouble.of(6).divide(LongDouble.of(3))).isEqualTo(LongDouble.of(2));
        assertThat(LongDouble.of(0).divide(LongDouble.of(3))).isEqualTo(LongDouble.ZERO);
        for (double value : new double[] {Double.MIN_VALUE, Double.MIN_NORMAL, 0.1, 1e300}) {
            assertThat(decimal(LongDouble.of(value))).isEqualByComparingTo(new BigDecimal(value));
        }
        assertThat(LongDouble.of(1e300)).isGreaterThan(LongDouble.of(1e-300)).isGreaterThan(LongDouble.ZERO);
        // 2^64 - 1 has 64 bits and stays unchanged.
        LongDouble almost = new LongDouble(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), 0);
        assertThat(almost.divide(LongDouble.of(1))).isEqualTo(almost);
    }

    /** The number, exactly. */
    static BigDecimal decimal(LongDouble number) {
        BigDecimal scale = BigDecimal.valueOf(2).pow(Math.abs(number.exponent()));
        BigDecimal value = new BigDecimal(number.significand());
        // In the end, a power of two divides every decimal exactly.
        return number.exponent() >= 0 ? value.multiply(scale) : value.divide(scale);
    }
}
