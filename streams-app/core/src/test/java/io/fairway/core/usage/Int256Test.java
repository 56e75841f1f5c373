package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every operation against {@link BigInteger}. */
class Int256Test {
    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger TWO_256 = BigInteger.ONE.shiftLeft(Int256.BITS);
    private static final long[] EDGES = {0, 1, -1, 2, -2, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1L << 32};

    private final Random random = new Random(20_261_121);

    /** Words of all lengths, and words with carries all the way through. */
    private long word() {
        return random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextLong() >> random.nextInt(64);
    }

    private Int256 wide() {
        return Int256.ofWords(word(), word(), word(), word());
    }

    /** The value in 256 bits, two's complement. */
    private static BigInteger wrapped(BigInteger value) {
        BigInteger low = value.mod(TWO_256);
        return low.testBit(255) ? low.subtract(TWO_256) : low;
    }

    private static BigInteger unsigned(long word) {
        return new BigInteger(Long.toUnsignedString(word));
    }

    @Test
    void wordsMakeTwosComplement() {
        for (int i = 0; i < 20_000; i++) {
            Int256 value = wide();
            BigInteger expected = BigInteger.valueOf(value.top())
                    .shiftLeft(192)
                    .add(unsigned(value.hi()).shiftLeft(128))
                    .add(unsigned(value.mid()).shiftLeft(64))
                    .add(unsigned(value.lo()));

            assertThat(value.toBigInteger()).isEqualTo(expected);
            assertThat(Int256.of(expected)).isEqualTo(value).hasSameHashCodeAs(value);
            assertThat(value.signum()).isEqualTo(expected.signum());
            assertThat(value.isZero()).isEqualTo(expected.signum() == 0);
            assertThat(value.fitsLong()).isEqualTo(expected.bitLength() <= 63);
            assertThat(value.toString()).isEqualTo(expected.toString());
        }
    }

    @Test
    void writesBigEndianBytes() {
        byte[] bytes = new byte[Int256.BYTES + 2];
        Int256.ofWords(0x0102030405060708L, 0x090a0b0c0d0e0f10L, 0x1112131415161718L, 0x191a1b1c1d1e1f20L)
                .write(bytes, 1);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i]).isEqualTo((byte) (i <= Int256.BYTES ? i : 0));
        }
    }

    @Test
    void addsWithCarries() {
        for (int i = 0; i < 100_000; i++) {
            Int256 sum = wide();
            Int256 other = wide();
            BigInteger expected = wrapped(sum.toBigInteger().add(other.toBigInteger()));
            sum.add(other);
            assertThat(sum.toBigInteger()).isEqualTo(expected);

            long small = word();
            sum.add(small);
            assertThat(sum.toBigInteger()).isEqualTo(wrapped(expected.add(BigInteger.valueOf(small))));
        }
    }

    @Test
    void addsProductsAtEveryShift() {
        for (int i = 0; i < 100_000; i++) {
            Int256 sum = wide();
            long a = word();
            long b = word() & Long.MAX_VALUE;
            int shift = i % 64;
            BigInteger expected = wrapped(sum.toBigInteger()
                    .add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).shiftLeft(shift)));
            sum.addProduct(a, b, shift);
            assertThat(sum.toBigInteger()).isEqualTo(expected);
        }
    }

    @Test
    void addsProductsOfWideFactors() {
        for (int i = 0; i < 20_000; i++) {
            Int256 sum = wide();
            int shift = i % 64;
            BigInteger factor = new BigInteger(1 + random.nextInt(70), random);
            factor = random.nextBoolean() ? factor : factor.negate();
            long b = random.nextLong() >>> 7;
            BigInteger expected = wrapped(sum.toBigInteger()
                    .add(factor.multiply(BigInteger.valueOf(b)).shiftLeft(shift)));
            sum.addProduct(Int256.of(factor), b, shift);
            assertThat(sum.toBigInteger()).isEqualTo(expected);
        }
    }

    @Test
    void shiftsDownTowardsMinusInfinity() {
        for (int i = 0; i < 20_000; i++) {
            Int256 sum = wide();
            Int256 other = wide();
            BigInteger expected =
                    wrapped(sum.toBigInteger().add(other.toBigInteger().shiftRight(64)));
            sum.addShiftedDown(other);
            assertThat(sum.toBigInteger()).isEqualTo(expected);
        }
        Int256 minusOne = Int256.of(BigInteger.ONE.negate());
        Int256 sum = new Int256();
        sum.addShiftedDown(minusOne);
        assertThat(sum).isEqualTo(minusOne);
    }

    @Test
    void readsAsDoubleToTwoUnitsInTheLastPlace() {
        for (int i = 0; i < 100_000; i++) {
            Int256 value = Int256.of(wide().toBigInteger().shiftRight(random.nextInt(255)));
            double nearest = value.toBigInteger().doubleValue();
            assertThat(Math.abs(value.toDouble() - nearest)).isLessThanOrEqualTo(2 * Math.ulp(nearest));
        }
        assertThat(Int256.of(BigInteger.valueOf(-3)).toDouble()).isEqualTo(-3);
        assertThat(new Int256().toDouble()).isEqualTo(0.0);
    }

    @Test
    void readsTheSmallestNumberAsDouble() {
        assertThat(Int256.ofWords(Long.MIN_VALUE, 0, 0).toDouble()).isEqualTo(-0x1p191);
        assertThat(Int256.ofWords(Long.MIN_VALUE, 0, 0, 0).toDouble()).isEqualTo(-0x1p255);
    }

    @Test
    void refusesNumbersBeyond256Bits() {
        BigInteger largest = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.ONE);
        assertThat(Int256.of(largest).toBigInteger()).isEqualTo(largest);
        assertThatThrownBy(() -> Int256.of(largest.add(BigInteger.ONE)))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("256 bits");
    }

    /** The words of numbers that were stored before the fourth word. */
    @Test
    void threeWordsSayWhatFits192Bits() {
        for (int i = 0; i < 20_000; i++) {
            Int256 three = Int256.ofWords(word(), word(), word());
            assertThat(three.fits192()).isTrue();
            assertThat(Int256.of(three.toBigInteger())).isEqualTo(three);
        }
        BigInteger largest = BigInteger.ONE.shiftLeft(191).subtract(BigInteger.ONE);
        assertThat(Int256.of(largest).fits192()).isTrue();
        assertThat(Int256.of(largest.add(BigInteger.ONE)).fits192()).isFalse();
        assertThat(Int256.of(largest.negate().subtract(BigInteger.ONE)).fits192())
                .isTrue();
        assertThat(Int256.of(largest.negate().subtract(BigInteger.TWO)).fits192())
                .isFalse();
    }

    @Test
    void aCopyIsIndependent() {
        Int256 original = Int256.of(TWO_64);
        Int256 copy = original.copy();
        copy.add(1);
        assertThat(original.toBigInteger()).isEqualTo(TWO_64);
        copy.clear();
        assertThat(copy.isZero()).isTrue();
        assertThat(original).isNotEqualTo(copy);
    }
}
