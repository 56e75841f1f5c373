package io.fairway.schedulers.slurm.fairtree;

import java.math.BigInteger;

/**
 * A number of at least 0 with 64 significant bits: the C {@code long double} of an x86 processor.
 *
 * <p>Slurm computes level fairshare with these numbers. The last of the 64 bits decides whether two values tie: 3 of 10
 * shares with 3 of 10 units of usage and 7 of 10 with 7 of 10 do not tie, because 0.3 and 0.7 were rounded to 53 bits
 * first. {@code FairTree} needs the same division to agree.
 *
 * @param significand 0, or exactly 64 bits
 * @param exponent the value is significand * 2^exponent
 */
record LongDouble(BigInteger significand, int exponent) implements Comparable<LongDouble> {
    private static final int BITS = 64;
    static final LongDouble ZERO = new LongDouble(BigInteger.ZERO, 0);

    /** A finite double of at least 0, exactly. */
    static LongDouble of(double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("value " + value + ": must be finite and at least 0");
        }
        if (value == 0) {
            return ZERO;
        }
        int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - 52;
        return rounded(BigInteger.valueOf((long) Math.scalb(value, -exponent)), exponent, false);
    }

    /** This divided by {@code divisor}, rounded to nearest, ties to even. */
    LongDouble divide(LongDouble divisor) {
        if (divisor.significand.signum() == 0) {
            throw new ArithmeticException("division by zero");
        }
        BigInteger[] quotient = significand.shiftLeft(BITS + 2).divideAndRemainder(divisor.significand);
        return rounded(quotient[0], exponent - divisor.exponent - BITS - 2, quotient[1].signum() != 0);
    }

    @Override
    public int compareTo(LongDouble other) {
        if (significand.signum() == 0 || other.significand.signum() == 0) {
            return Integer.compare(significand.signum(), other.significand.signum());
        }
        return exponent != other.exponent
                ? Integer.compare(exponent, other.exponent)
                : significand.compareTo(other.significand);
    }

    private static LongDouble rounded(BigInteger value, int exponent, boolean more) {
        if (value.signum() == 0) {
            return ZERO;
        }
        int excess = value.bitLength() - BITS;
        if (excess <= 0) {
            return new LongDouble(value.shiftLeft(-excess), exponent + excess);
        }
        BigInteger kept = value.shiftRight(excess);
        boolean half = value.testBit(excess - 1);
        boolean below = more || value.getLowestSetBit() < excess - 1;
        if (half && (below || kept.testBit(0))) {
            kept = kept.add(BigInteger.ONE);
        }
        return kept.bitLength() > BITS
                ? new LongDouble(kept.shiftRight(1), exponent + excess + 1)
                : new LongDouble(kept, exponent + excess);
    }
}
