package io.fairway.core.usage;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What all lines of a measure have in common when they are read at one instant: the weights of that instant.
 *
 * <p>If the law changed, then charges under an earlier law are read at its end, decay from there by the laws since
 * then, and are rounded once to the unit of the present law. That is done for each line by itself, so an account's
 * usage stays the exact sum of its users' usage. After 128 half-lives of later laws nothing is left of them, and they
 * are not looked at.
 */
final class Reading {
    /** What is left of usage after this many half-lives counts as nothing, as under one law. */
    static final double NOTHING = 0x1p-128;

    private final DecayLaws laws;
    private final int index;
    private final long at;
    private final Weight weight;
    private final double unit;
    /** The charges under earlier laws, by the number of the law, null where nothing is left; null if there are none. */
    private final @Nullable Earlier @Nullable [] earlier;

    /** How charges under an earlier law are read: in the unit of the present law they count {@code factor * 2^-down}. */
    private record Earlier(Weight weight, long factor, int down) {
        static Earlier of(DecayLaw law, long end, double left, double unit) {
            Weight weight = Weight.of(law, end);
            double scale = left * (weight.unit(law) / unit);
            int exponent = Math.getExponent(scale);
            return new Earlier(weight, (long) Math.scalb(scale, 52 - exponent), 52 - exponent);
        }

        Numerator scaled(Numerator numerator) {
            BigInteger product = numerator.toBigInteger().multiply(BigInteger.valueOf(factor));
            return Numerator.of(product.shiftRight(down));
        }
    }

    Reading(DecayLaws laws, long now) {
        this.laws = laws;
        index = laws.index(now);
        at = laws.reading(index, now);
        DecayLaw law = laws.law(index);
        weight = Weight.of(law, at);
        unit = weight.unit(law);
        if (index == 0) {
            earlier = null;
            return;
        }
        @Nullable Earlier[] before = new @Nullable Earlier[index];
        double left = laws.leftSinceBegin(now);
        for (int i = index - 1; i >= 0 && left >= NOTHING; i--) {
            before[i] = Earlier.of(laws.law(i), laws.end(i), left, unit);
            left *= laws.left(i);
        }
        earlier = before;
    }

    /** The weight of the instant under the law in force. */
    Weight weight() {
        return weight;
    }

    /** TRES-seconds per unit of {@link #numerator}. */
    double unit() {
        return unit;
    }

    /** The usage of a line in units of this reading. */
    Numerator numerator(Line line) {
        if (earlier == null) {
            return line.first().numerator(weight);
        }
        Numerator total = new Numerator();
        Int256 going = new Int256();
        for (int i = 0; i < index; i++) {
            Charges own = line.charges(laws.start(i));
            Earlier then = earlier[i];
            if (then != null && (own != null || !going.isZero())) {
                total.add(then.scaled(under(own, i, going, then.weight(), laws.end(i))));
            }
            if (own != null) {
                going.add(own.rate());
            }
        }
        total.add(under(line.charges(laws.start(index)), index, going, weight, at));
        return total;
    }

    /**
     * The usage under one law at an instant.
     *
     * @param own the charges under the law itself
     * @param going the rate of the runs that began under earlier laws and go on
     */
    private Numerator under(@Nullable Charges own, int law, Int256 going, Weight then, long instant) {
        Numerator usage = own == null ? new Numerator() : own.numerator(then);
        if (!going.isZero() && Charges.openAnchor(laws.law(law), laws.start(law)) <= instant) {
            Charges carried = new Charges();
            carried.addOpen(laws.law(law), laws.start(law), going);
            usage.add(carried.numerator(then));
        }
        return usage;
    }
}
