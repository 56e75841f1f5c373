package io.fairway.core.usage;

import java.math.BigInteger;

/**
 * What a {@link Line} is worth at an instant, or the sum of several: a whole number of the units of the epoch of that
 * instant and 64 bits of fraction.
 *
 * <p>The fraction is what an old sum would lose when it is shifted from its own epoch to the next one. Without it usage of
 * more than some 40 half-lives ago would be read with fewer and fewer digits before it becomes 0.
 */
final class Numerator {
    private final Wide whole = new Wide();
    private long fraction;

    /** The number, cut down to whole units. */
    Wide whole() {
        return whole;
    }

    void add(Wide units) {
        whole.add(units);
    }

    void add(Numerator other) {
        whole.add(other.whole);
        addFraction(other.fraction);
    }

    void addProduct(Wide factor, long b, int shift) {
        whole.addProduct(factor, b, shift);
    }

    /** Adds {@code sum / 2^64}; exact. */
    void addShiftedDown(Wide sum) {
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

    /** To within two units in the last place. */
    double toDouble() {
        boolean fractionCounts = whole.hi() == whole.mid() >> 63;
        return fractionCounts ? Wide.ofWords(whole.mid(), whole.lo(), fraction).toDouble() * 0x1p-64 : whole.toDouble();
    }

    /** The number in units of 2^-64; exact. */
    BigInteger toBigInteger() {
        return whole.toBigInteger().shiftLeft(64).add(new BigInteger(Long.toUnsignedString(fraction)));
    }
}
