package io.fairway.core.usage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a {@link Line} was charged under one law: the rate R of the runs that began under it and go on, and one sum per
 * epoch.
 */
final class Charges {
    private final Int256 rate = new Int256();
    private final TreeMap<Long, Int256> sums = new TreeMap<>();

    static Charges restore(Int256 rate, Map<Long, Int256> sums) {
        Charges charges = new Charges();
        charges.rate.add(rate);
        sums.forEach((epoch, sum) -> charges.sums.put(epoch, sum.copy()));
        return charges;
    }

    Int256 rate() {
        return rate;
    }

    SortedMap<Long, Int256> sums() {
        return sums;
    }

    boolean isEmpty() {
        return rate.isZero() && sums.values().stream().allMatch(Int256::isZero);
    }

    void clear() {
        rate.clear();
        sums.clear();
    }

    void add(Charges other) {
        rate.add(other.rate);
        other.sums.forEach((epoch, sum) -> sum(epoch).add(sum));
    }

    /** Adds a run that goes on. */
    void addOpen(DecayLaw law, long start, long r) {
        rate.add(r);
        long anchor = openAnchor(law, start);
        sum(law.epoch(anchor)).addProduct(-r, openWeight(law, start, anchor), law.shift(anchor));
    }

    /** Adds runs that go on, of a rate that may need more than one word. */
    void addOpen(DecayLaw law, long start, Int256 r) {
        rate.add(r);
        long anchor = openAnchor(law, start);
        Int256 stopped = Int256.of(r.toBigInteger().negate());
        sum(law.epoch(anchor)).addProduct(stopped, openWeight(law, start, anchor), law.shift(anchor));
    }

    /**
     * The instant from which a run that goes on counts, and whose weight it subtracts from the sums: its start, or the
     * first pass that charges it.
     */
    static long openAnchor(DecayLaw law, long start) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK ? SlurmTicks.firstPassAfter(law, start) : start;
    }

    private static long openWeight(DecayLaw law, long start, long anchor) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK
                ? law.mantissa(anchor) - SlurmTicks.weight(law, anchor, anchor - start)
                : law.runMantissa(anchor);
    }

    /**
     * Adds a run that ended.
     *
     * @param begin the beginning of the law
     */
    void addClosed(DecayLaw law, long begin, long start, long end, long r) {
        if (law.kind() == DecayLaw.Kind.SLURM_TICK) {
            long last = Math.max(begin, SlurmTicks.lastPass(law, end));
            long first = SlurmTicks.firstPassAfter(law, start);
            Int256 sum = sum(law.epoch(last));
            if (first > last) {
                sum.addProduct(r, SlurmTicks.weight(law, last, end - start), law.shift(last));
            } else {
                addTerm(sum, law, last, first, SlurmTicks.weight(law, first, first - start), r);
                addTerm(sum, law, last, first, law.mantissa(first), -r);
                sum.addProduct(r, law.mantissa(last) + SlurmTicks.weight(law, last, end - last), law.shift(last));
            }
        } else {
            Int256 sum = sum(law.epoch(end));
            addTerm(sum, law, end, start, law.runMantissa(start), -r);
            sum.addProduct(r, law.runMantissa(end), law.shift(end));
        }
    }

    /**
     * Adds r * weight, a weight of instant {@code at}, in units of the epoch of {@code end}; each term is rounded once.
     */
    private static void addTerm(Int256 sum, DecayLaw law, long end, long at, long weight, long r) {
        long behind = law.epoch(end) - law.epoch(at);
        int shift = law.shift(at);
        if (behind == 0) {
            sum.addProduct(r, weight, shift);
        } else if (behind == 1 && shift > 0) {
            sum.addProduct(r, weight >>> (64 - shift), 0);
        }
    }

    /** Adds an amount in TRES-seconds at an instant. */
    void addAmount(DecayLaw law, BigDecimal amount, long at) {
        BigInteger units = amount.multiply(new BigDecimal(unit(law, at)))
                .setScale(0, RoundingMode.HALF_EVEN)
                .unscaledValue();
        sum(law.epoch(at)).add(Int256.of(units));
    }

    /**
     * What one TRES-second at an instant adds. It is rounded, and not each amount: whole amounts in the ratio of their shares stay in
     * that ratio, as runs of the same times do.
     */
    private static BigInteger unit(DecayLaw law, long at) {
        if (law.kind() == DecayLaw.Kind.NONE) {
            return BigInteger.valueOf(1000).shiftLeft(Rate.BITS);
        }
        BigInteger weight = BigInteger.valueOf(law.mantissa(at)).shiftLeft(law.shift(at) + Rate.BITS);
        return new BigDecimal(weight)
                .divide(new BigDecimal(law.meanLifeSeconds()), 0, RoundingMode.HALF_EVEN)
                .toBigInteger();
    }

    /** Drops the sums that no longer count at an instant, and sums of zero. */
    void prune(DecayLaw law, long at) {
        sums.headMap(law.epoch(at) - 1, false).clear();
        dropZeros();
    }

    void dropZeros() {
        sums.values().removeIf(Int256::isZero);
    }

    /** The numerator with the fraction from the sum of the epoch before. */
    Numerator numerator(Weight weight) {
        Numerator total = new Numerator();
        total.addProduct(rate, weight.runMantissa(), weight.shift());
        for (Map.Entry<Long, Int256> entry : sums.entrySet()) {
            if (entry.getKey() >= weight.epoch()) {
                total.add(entry.getValue());
            } else if (entry.getKey() == weight.epoch() - 1) {
                total.addShiftedDown(entry.getValue());
            }
        }
        return total;
    }

    private Int256 sum(long epoch) {
        return sums.computeIfAbsent(epoch, e -> new Int256());
    }
}
