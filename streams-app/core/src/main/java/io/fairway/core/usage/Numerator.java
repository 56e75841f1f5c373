package io.fairway.core.usage;

import java.math.BigInteger;

/**
 * The value of a {@link Line} at an instant, or the sum of several: a whole number in units of that instant's epoch,
 * and 64 bits of fraction.
 *
 * <p>The fraction keeps the digits that an old sum would lose by the shift from its own epoch to the next. Without it,
 * usage of more than about 40 half-lives ago would lose digit after digit before it becomes 0.
 */
final class Numerator {
    /** Words of {@link #write}. */
    static final int WORDS = 5;

    private final Int256 whole = new Int256();
    private long fraction;

    /** A number in units of 2^-64. */
    static Numerator of(BigInteger parts) {
        Numerator number = new Numerator();
        number.whole.add(Int256.of(parts.shiftRight(64)));
        number.fraction = parts.longValue();
        return number;
    }

    /** The number in words that {@link #write} wrote. */
    static Numerator read(long[] from, int at) {
        Numerator number = new Numerator();
        number.whole.add(Int256.ofWords(from[at + 4], from[at + 3], from[at + 2], from[at + 1]));
        number.fraction = from[at];
        return number;
    }

    /** The number in words that {@link #write} wrote, as {@link #toDouble} has it; 0 if it is less. */
    static double positive(long[] from, int at) {
        long top = from[at + 4];
        long hi = from[at + 3];
        long mid = from[at + 2];
        long lo = from[at + 1];
        if (top < 0) {
            return 0;
        }
        return (top | hi) == 0 && mid >= 0
                ? Int256.magnitude(0, mid, lo, from[at]) * 0x1p-64
                : Int256.magnitude(top, hi, mid, lo);
    }

    /** Writes {@link #WORDS} words of a two's complement in units of 2^-64, the least significant first. */
    void write(long[] to, int at) {
        to[at] = fraction;
        to[at + 1] = whole.lo();
        to[at + 2] = whole.mid();
        to[at + 3] = whole.hi();
        to[at + 4] = whole.top();
    }

    /** The number, truncated to whole units. */
    Int256 whole() {
        return whole;
    }

    void add(Int256 units) {
        whole.add(units);
    }

    void add(Numerator other) {
        whole.add(other.whole);
        addFraction(other.fraction);
    }

    void addProduct(Int256 factor, long b, int shift) {
        whole.addProduct(factor, b, shift);
    }

    /** Adds {@code sum / 2^64}; exact. */
    void addShiftedDown(Int256 sum) {
        whole.addShiftedDown(sum);
        addFraction(sum.lo());
    }

    private void addFraction(long other) {
        fraction += other;
        if (Long.compareUnsigned(fraction, other) < 0) {
            whole.add(1);
        }
    }

    int signum() {
        return whole.isZero() && fraction != 0 ? 1 : whole.signum();
    }

    /** The number as a double, to within two units in the last place. */
    double toDouble() {
        boolean fractionCounts = whole.fits192() && whole.hi() == whole.mid() >> 63;
        return fractionCounts
                ? Int256.ofWords(whole.mid(), whole.lo(), fraction).toDouble() * 0x1p-64
                : whole.toDouble();
    }

    /** The number in units of 2^-64; exact. */
    BigInteger toBigInteger() {
        return whole.toBigInteger().shiftLeft(64).add(new BigInteger(Long.toUnsignedString(fraction)));
    }
}
