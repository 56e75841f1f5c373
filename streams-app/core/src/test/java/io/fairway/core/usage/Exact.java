package io.fairway.core.usage;

import java.math.BigDecimal;
import java.math.MathContext;

/** Decayed usage in 50-digit decimal arithmetic, from the definition; shares nothing with the code under test. */
final class Exact {
    static final MathContext MC = new MathContext(50);
    static final BigDecimal LN_2 = atanhOfInverse(3).multiply(BigDecimal.TWO);
    static final BigDecimal LN_10 =
            LN_2.multiply(BigDecimal.valueOf(3)).add(atanhOfInverse(9).multiply(BigDecimal.TWO));

    private Exact() {}

    /** Decay constant per millisecond of a half-life. */
    static BigDecimal halfLife(long millis) {
        return LN_2.divide(BigDecimal.valueOf(millis), MC);
    }

    /** Decay constant per millisecond of a tenth-life. */
    static BigDecimal tenthLife(long millis) {
        return LN_10.divide(BigDecimal.valueOf(millis), MC);
    }

    /** The rest at {@code now} of one unit at {@code time}. */
    static BigDecimal left(BigDecimal lambda, long time, long now) {
        return exp(lambda.multiply(BigDecimal.valueOf(time - now)));
    }

    /** TRES-seconds at {@code now} of {@code tres} from {@code start} to {@code end}: the closed integral. */
    static BigDecimal integral(BigDecimal tres, long start, long end, long now, BigDecimal lambda) {
        return tres.multiply(left(lambda, end, now).subtract(left(lambda, start, now)))
                .divide(lambda, MC)
                .movePointLeft(3);
    }

    /** e^x: halves x until it is small, then applies Taylor's series, then squares as often. */
    static BigDecimal exp(BigDecimal x) {
        int halvings = 16;
        MathContext wide = new MathContext(80);
        BigDecimal small = x.divide(BigDecimal.TWO.pow(halvings), wide);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int i = 1; term.signum() != 0 && term.precision() - term.scale() > -75; i++) {
            term = term.multiply(small).divide(BigDecimal.valueOf(i), wide);
            sum = sum.add(term, wide);
        }
        for (int i = 0; i < halvings; i++) {
            sum = sum.multiply(sum, wide);
        }
        return sum.round(MC);
    }

    /** atanh(1/n) = 1/n + 1/(3 n^3) + 1/(5 n^5) ... */
    private static BigDecimal atanhOfInverse(long n) {
        MathContext wide = new MathContext(80);
        BigDecimal square = BigDecimal.valueOf(n * n);
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), wide);
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 1; power.scale() - power.precision() < 75; k += 2) {
            sum = sum.add(power.divide(BigDecimal.valueOf(k), wide), wide);
            power = power.divide(square, wide);
        }
        return sum;
    }
}
