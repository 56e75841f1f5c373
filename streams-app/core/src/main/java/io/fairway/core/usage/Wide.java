package io.fairway.core.usage;

import java.math.BigInteger;

/**
 * A signed 192-bit integer with addition in place: the sums of a {@link Line}.
 *
 * <p>Integer addition is associative and commutative, so a sum of charges is the same in any order of arrival; a
 * floating-point sum is not. 192 bits hold a million cores at 2^-40 core resolution over an epoch of 64 half-lives with
 * room to spare. Overflow past 191 bits wraps: the running jobs of one tree must stay below 2^31 TRES in sum (after
 * billing weights). No single run reaches that ({@link Rate#MAX}). The code that accepts a policy must check whether
 * its weights let a whole cluster reach it.
 */
public final class Wide {
    /** Length of {@link #write}: three big-endian 64-bit words. */
    public static final int BYTES = 24;

    private static final double TWO_64 = 0x1p64;

    private long hi;
    private long mid;
    private long lo;

    public Wide() {}

    private Wide(long hi, long mid, long lo) {
        this.hi = hi;
        this.mid = mid;
        this.lo = lo;
    }

    public static Wide of(BigInteger value) {
        if (value.bitLength() > 191) {
            throw new ArithmeticException(value + ": must fit 192 bits");
        }
        return new Wide(value.shiftRight(128).longValue(), value.shiftRight(64).longValue(), value.longValue());
    }

    public static Wide ofWords(long hi, long mid, long lo) {
        return new Wide(hi, mid, lo);
    }

    public Wide copy() {
        return new Wide(hi, mid, lo);
    }

    public long hi() {
        return hi;
    }

    public long mid() {
        return mid;
    }

    public long lo() {
        return lo;
    }

    public boolean isZero() {
        return (hi | mid | lo) == 0;
    }

    public void clear() {
        hi = 0;
        mid = 0;
        lo = 0;
    }

    public void add(Wide other) {
        add(other.hi, other.mid, other.lo);
    }

    public void add(long value) {
        long sign = value >> 63;
        add(sign, sign, value);
    }

    /** Adds {@code a * b * 2^shift}; exact. {@code b} is not negative and {@code 0 <= shift < 64}. */
    public void addProduct(long a, long b, int shift) {
        long productHi = Math.multiplyHigh(a, b);
        long productLo = a * b;
        if (shift == 0) {
            add(productHi >> 63, productHi, productLo);
        } else {
            int down = 64 - shift;
            add(productHi >> down, (productHi << shift) | (productLo >>> down), productLo << shift);
        }
    }

    /** Adds {@code factor * b * 2^shift} for a wide factor; exact. */
    public void addProduct(Wide factor, long b, int shift) {
        if (factor.fitsLong()) {
            addProduct(factor.lo, b, shift);
        } else {
            add(of(factor.toBigInteger().multiply(BigInteger.valueOf(b)).shiftLeft(shift)));
        }
    }

    /** Adds {@code floor(other / 2^64)}. */
    public void addShiftedDown(Wide other) {
        add(other.hi >> 63, other.hi, other.mid);
    }

    public boolean fitsLong() {
        long sign = lo >> 63;
        return hi == sign && mid == sign;
    }

    public BigInteger toBigInteger() {
        byte[] bytes = new byte[BYTES];
        write(bytes, 0);
        return new BigInteger(bytes);
    }

    /** The number as a double, to within two units in the last place. */
    public double toDouble() {
        if (hi < 0) {
            Wide negated = new Wide(~hi, ~mid, ~lo);
            negated.add(1);
            return -negated.magnitude();
        }
        return magnitude();
    }

    /** The words as an unsigned number. This reads the magnitude of -2^191 too. */
    private double magnitude() {
        return (unsigned(hi) * TWO_64 + unsigned(mid)) * TWO_64 + unsigned(lo);
    }

    public int signum() {
        return hi < 0 ? -1 : isZero() ? 0 : 1;
    }

    public void write(byte[] target, int offset) {
        writeLong(target, offset, hi);
        writeLong(target, offset + 8, mid);
        writeLong(target, offset + 16, lo);
    }

    private void add(long otherHi, long otherMid, long otherLo) {
        long sumLo = lo + otherLo;
        long carry = Long.compareUnsigned(sumLo, lo) < 0 ? 1 : 0;
        long sumMid = mid + otherMid;
        long carryMid = Long.compareUnsigned(sumMid, mid) < 0 ? 1 : 0;
        long withCarry = sumMid + carry;
        if (carry != 0 && withCarry == 0) {
            carryMid++;
        }
        lo = sumLo;
        mid = withCarry;
        hi = hi + otherHi + carryMid;
    }

    private static double unsigned(long word) {
        return word >= 0 ? (double) word : (double) ((word >>> 1) | (word & 1)) * 2;
    }

    private static void writeLong(byte[] target, int offset, long value) {
        for (int i = 0; i < 8; i++) {
            target[offset + i] = (byte) (value >>> (56 - 8 * i));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Wide that && hi == that.hi && mid == that.mid && lo == that.lo;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(hi * 31 * 31 + mid * 31 + lo);
    }

    @Override
    public String toString() {
        return toBigInteger().toString();
    }
}
