package io.fairway.core.usage;

import java.math.BigInteger;

/**
 * A signed 256-bit integer with addition in place: the sums of a {@link Line}.
 *
 * <p>Integer addition is associative and commutative, so a sum of charges is the same in any order of arrival; a
 * floating-point sum is not. A charge has at most 191 bits: {@link Rate#MAX} at 2^-40 TRES (70 bits), the mantissa of a
 * time (57) and its shift in the epoch (63), and one bit for its sign. The largest amount of an adjustment has as many
 * ({@link Line#largestAmount}). So 2^65 charges fit into one sum, more than a topic can hold, and nothing wraps.
 */
public final class Int256 {
    /** Bits of a number, its sign included. */
    public static final int BITS = 256;

    /** Length of {@link #write}: four big-endian 64-bit words. */
    public static final int BYTES = 32;

    private static final double TWO_64 = 0x1p64;

    private long top;
    private long hi;
    private long mid;
    private long lo;

    /** Zero. */
    public Int256() {}

    private Int256(long top, long hi, long mid, long lo) {
        this.top = top;
        this.hi = hi;
        this.mid = mid;
        this.lo = lo;
    }

    /**
     * The number.
     *
     * @throws ArithmeticException if it needs more than {@link #BITS} bits
     */
    public static Int256 of(BigInteger value) {
        if (value.bitLength() >= BITS) {
            throw new ArithmeticException(value + ": must fit " + BITS + " bits");
        }
        return new Int256(
                value.shiftRight(192).longValue(),
                value.shiftRight(128).longValue(),
                value.shiftRight(64).longValue(),
                value.longValue());
    }

    /** A number of 192 bits from its words; the sign of the first one extends to 256. */
    public static Int256 ofWords(long hi, long mid, long lo) {
        return new Int256(hi >> 63, hi, mid, lo);
    }

    /** A number from its words, the most significant first. */
    public static Int256 ofWords(long top, long hi, long mid, long lo) {
        return new Int256(top, hi, mid, lo);
    }

    /** The same number, which changes by itself. */
    public Int256 copy() {
        return new Int256(top, hi, mid, lo);
    }

    /** The most significant word, with the sign. */
    public long top() {
        return top;
    }

    /** The second word. */
    public long hi() {
        return hi;
    }

    /** The third word. */
    public long mid() {
        return mid;
    }

    /** The least significant word. */
    public long lo() {
        return lo;
    }

    /** Whether the number is 0. */
    public boolean isZero() {
        return (top | hi | mid | lo) == 0;
    }

    /** Makes the number 0. */
    public void clear() {
        top = 0;
        hi = 0;
        mid = 0;
        lo = 0;
    }

    /** Adds a number. A sum beyond {@link #BITS} bits wraps; the sums of a line never reach that. */
    public void add(Int256 other) {
        add(other.top, other.hi, other.mid, other.lo);
    }

    /** Adds a number of 64 bits. */
    public void add(long value) {
        long sign = value >> 63;
        add(sign, sign, sign, value);
    }

    /** Adds {@code a * b * 2^shift}; exact. {@code b} is not negative and {@code 0 <= shift < 64}. */
    public void addProduct(long a, long b, int shift) {
        long productHi = Math.multiplyHigh(a, b);
        long productLo = a * b;
        if (shift == 0) {
            long sign = productHi >> 63;
            add(sign, sign, productHi, productLo);
        } else {
            int down = 64 - shift;
            long hiWord = productHi >> down;
            add(hiWord >> 63, hiWord, (productHi << shift) | (productLo >>> down), productLo << shift);
        }
    }

    /** Adds {@code factor * b * 2^shift} for a wide factor; exact. */
    public void addProduct(Int256 factor, long b, int shift) {
        if (factor.fitsLong()) {
            addProduct(factor.lo, b, shift);
        } else {
            add(of(factor.toBigInteger().multiply(BigInteger.valueOf(b)).shiftLeft(shift)));
        }
    }

    /** Adds {@code floor(other / 2^64)}. */
    public void addShiftedDown(Int256 other) {
        add(other.top >> 63, other.top, other.hi, other.mid);
    }

    /** Whether {@link #lo} alone says it all, as a signed number. */
    public boolean fitsLong() {
        long sign = lo >> 63;
        return top == sign && hi == sign && mid == sign;
    }

    /** Whether three words say it all, see {@link #ofWords(long, long, long)}. */
    public boolean fits192() {
        return top == hi >> 63;
    }

    /** The exact number. */
    public BigInteger toBigInteger() {
        byte[] bytes = new byte[BYTES];
        write(bytes, 0);
        return new BigInteger(bytes);
    }

    /** The number as a double, to within two units in the last place. */
    public double toDouble() {
        if (top < 0) {
            Int256 negated = new Int256(~top, ~hi, ~mid, ~lo);
            negated.add(1);
            return -negated.magnitude();
        }
        return magnitude();
    }

    /** The words as an unsigned number. This reads the magnitude of -2^255 too. */
    private double magnitude() {
        return magnitude(top, hi, mid, lo);
    }

    /** An unsigned number of these words as a double, to within two units in the last place. */
    static double magnitude(long top, long hi, long mid, long lo) {
        return ((unsigned(top) * TWO_64 + unsigned(hi)) * TWO_64 + unsigned(mid)) * TWO_64 + unsigned(lo);
    }

    /** -1, 0 or 1, as the number is negative, zero or positive. */
    public int signum() {
        return top < 0 ? -1 : isZero() ? 0 : 1;
    }

    /** Writes the number as {@link #BYTES} bytes, the most significant first. */
    public void write(byte[] target, int offset) {
        writeLong(target, offset, top);
        writeLong(target, offset + 8, hi);
        writeLong(target, offset + 16, mid);
        writeLong(target, offset + 24, lo);
    }

    private void add(long otherTop, long otherHi, long otherMid, long otherLo) {
        long sumLo = lo + otherLo;
        long carry = carry(lo, otherLo, sumLo);
        long sumMid = mid + otherMid + carry;
        carry = carry(mid, otherMid, sumMid);
        long sumHi = hi + otherHi + carry;
        carry = carry(hi, otherHi, sumHi);
        top = top + otherTop + carry;
        hi = sumHi;
        mid = sumMid;
        lo = sumLo;
    }

    /** The bit carried out of a sum of two words, with or without a carry into it. */
    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> 63;
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
        return other instanceof Int256 that && top == that.top && hi == that.hi && mid == that.mid && lo == that.lo;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(((top * 31 + hi) * 31 + mid) * 31 + lo);
    }

    @Override
    public String toString() {
        return toBigInteger().toString();
    }
}
