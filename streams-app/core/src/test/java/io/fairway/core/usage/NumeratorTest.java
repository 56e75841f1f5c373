package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums with 64 fraction bits, against {@link BigInteger}. */
class NumeratorTest {
    private final Random random = new Random(17);

    private Int256 wide() {
        return Int256.of(
                new BigInteger(180, random).shiftRight(random.nextInt(180)).multiply(sign()));
    }

    private BigInteger sign() {
        return random.nextBoolean() ? BigInteger.ONE : BigInteger.ONE.negate();
    }

    @Test
    void addsWholesAndShiftedSumsExactly() {
        for (int round = 0; round < 5_000; round++) {
            Numerator sum = new Numerator();
            BigInteger expected = BigInteger.ZERO;
            for (int i = 0; i < 6; i++) {
                Int256 whole = wide();
                Int256 old = wide();
                Numerator other = new Numerator();
                other.add(whole);
                other.addShiftedDown(old);
                sum.add(other);
                expected = expected.add(whole.toBigInteger().shiftLeft(64)).add(old.toBigInteger());
            }
            assertThat(sum.toBigInteger()).isEqualTo(expected);
            assertThat(sum.whole().toBigInteger()).isEqualTo(expected.shiftRight(64));
            assertThat(sum.signum()).isEqualTo(expected.signum());
            double nearest = new BigDecimal(expected)
                    .divide(new BigDecimal(BigInteger.ONE.shiftLeft(64)), Exact.MC)
                    .doubleValue();
            assertThat(Math.abs(sum.toDouble() - nearest)).isLessThanOrEqualTo(2 * Math.ulp(nearest));
        }
    }

    @Test
    void aFractionAloneIsNotZero() {
        Numerator third = new Numerator();
        third.addShiftedDown(Int256.of(BigInteger.valueOf(3)));
        assertThat(third.signum()).isEqualTo(1);
        assertThat(third.toDouble()).isEqualTo(3 * 0x1p-64);

        third.addShiftedDown(Int256.of(BigInteger.valueOf(-3)));
        assertThat(third.signum()).isZero();
        assertThat(third.toDouble()).isZero();
    }
}
