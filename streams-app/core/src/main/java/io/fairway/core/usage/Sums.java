package io.fairway.core.usage;

/** A number of {@link Numerator#WORDS} words for each node of a tree, in one array. Additions are exact. */
final class Sums {
    private static final int WORDS = Numerator.WORDS;

    private final long[] words;

    /** Zeros. */
    Sums(int size) {
        words = new long[size * WORDS];
    }

    Numerator get(int node) {
        return Numerator.read(words, node * WORDS);
    }

    /** The number as a double; 0 if it is less. */
    double positive(int node) {
        return Numerator.positive(words, node * WORDS);
    }

    /** Copies the words of a number. */
    void copy(int node, long[] to) {
        System.arraycopy(words, node * WORDS, to, 0, WORDS);
    }

    /** {@code number -= that of the node}. */
    void subtractFrom(long[] number, int node) {
        subtract(number, words, node * WORDS);
    }

    void add(long[] number, int node) {
        add(number, words, node * WORDS);
    }

    /** {@code to = factor * (high * 2^64 + low)}, a whole number; {@code low} has no sign. */
    static void product(long factor, long high, long low, long[] to) {
        long lowHigh = Math.multiplyHigh(factor, low) + (low < 0 ? factor : 0);
        long highLow = factor * high;
        long middle = lowHigh + highLow;
        long carry = Long.compareUnsigned(middle, highLow) < 0 ? 1 : 0;
        long top = Math.multiplyHigh(factor, high) + (lowHigh >> 63) + carry;
        to[0] = 0;
        to[1] = factor * low;
        to[2] = middle;
        to[3] = top;
        to[4] = top >> 63;
    }

    /** {@code to += number}. */
    static void add(long[] number, long[] to, int at) {
        long carry = 0;
        for (int i = 0; i < WORDS; i++) {
            long before = to[at + i];
            long sum = before + number[i] + carry;
            carry = carry(before, number[i], sum);
            to[at + i] = sum;
        }
    }

    /** {@code number -= by}. */
    static void subtract(long[] number, long[] by, int at) {
        long borrow = 0;
        for (int i = 0; i < WORDS; i++) {
            long a = number[i];
            long b = by[at + i];
            long rest = a - b - borrow;
            borrow = ((~a & b) | ((~a | b) & rest)) >>> 63;
            number[i] = rest;
        }
    }

    /** The bit carried out of a sum of two words, with or without a carry into it. */
    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> 63;
    }
}
