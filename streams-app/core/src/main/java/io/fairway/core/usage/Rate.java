package io.fairway.core.usage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The unit of a rate of consumption: TRES (after billing weights and usage factor), as integers of 2^-40.
 *
 * <p>A rate is rounded once per segment of a run, from decimal arithmetic. A fractional weight of 0.1 is then off by
 * less than one part in 10^11. Units of a thousandth would lose whole percents of small weights.
 */
public final class Rate {
    /** Fraction bits. */
    public static final int BITS = 40;
    /** The largest rate of one job: 2^30 TRES. */
    public static final BigDecimal MAX = BigDecimal.valueOf(1L << 30);

    private static final BigDecimal UNITS = BigDecimal.valueOf(1L << BITS);

    private Rate() {}

    /** {@code tres} in units of 2^-40, half to even. */
    public static BigInteger units(BigDecimal tres) {
        return tres.multiply(UNITS).setScale(0, RoundingMode.HALF_EVEN).unscaledValue();
    }

    /** The reason why a rate beyond {@link #MAX} is refused. */
    public static String problem(BigDecimal tres) {
        return "bills " + shown(tres) + " TRES at once; at most " + MAX + " count";
    }

    /** A number for a message: a writer may have given it very many digits. */
    public static String shown(BigDecimal number) {
        BigDecimal rounded = number.round(MathContext.DECIMAL64);
        return rounded.precision() - rounded.scale() <= 20 ? rounded.toPlainString() : rounded.toString();
    }

    /** The rate in TRES. */
    public static double tres(Int256 units) {
        return units.toDouble() * 0x1p-40;
    }
}
