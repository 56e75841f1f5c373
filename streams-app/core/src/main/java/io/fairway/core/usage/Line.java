package io.fairway.core.usage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Decayed usage as a straight line in z(t): {@code usage(T) = (A + R * z(T)) / z(T) / lambda}.
 *
 * <ol>
 *   <li>R is the sum of the rates of the running jobs. An idle user and a steadily running user cost nothing per tick.
 *   <li>An open segment from t adds r to R and subtracts r*z(t) from the sum of t's epoch.
 *   <li>A closed segment [t, u) adds r*(z(u) - z(t)) to the sum of u's epoch, so a charge is kept or forgotten as a
 *       whole.
 *   <li>A is one sum per epoch of 64 half-lives. Sums are never shifted, because a shift is not exact. The epoch of the
 *       reading and the one before it count. Usage that ended earlier is exactly 0 (after 64 to 128 half-lives, when at
 *       most 2^-64 of it would be left).
 *   <li>A reset is an instant: charges before {@link #since} never count, whenever they arrive. Under slurm-tick, the
 *       next pass charges a run across a reset for its whole interval. slurmctld does the same: it knows only the time
 *       of the last pass.
 * </ol>
 *
 * All arithmetic is integer addition, so any order of arrival, any partitioning and any retraction gives the same bits.
 * The relative error of the value against the closed integral is below 1e-9 for half-lives up to 30 days and runs of 10
 * s or more (each weight is accurate to 2^-52). A line is valid at and after its newest fact.
 */
public final class Line {
    private final Wide rate = new Wide();
    private final TreeMap<Long, Wide> sums = new TreeMap<>();
    private long since;

    /** A line without usage. */
    public Line() {}

    /** A stored line. */
    public static Line restore(Wide rate, long since, Map<Long, Wide> sums) {
        Line line = new Line();
        line.rate.add(rate);
        line.since = since;
        sums.forEach((epoch, sum) -> line.sums.put(epoch, sum.copy()));
        return line;
    }

    /** The sum of the current rates, in units of 2^-40 TRES. */
    public Wide rate() {
        return rate;
    }

    /** Epoch milliseconds of the last reset; 0 without one. */
    public long since() {
        return since;
    }

    /** Passes each epoch and its sum to the action, oldest first. */
    public void forEachSum(BiConsumer<Long, Wide> action) {
        sums.forEach(action);
    }

    /** The number of epochs that hold a sum. */
    public int epochs() {
        return sums.size();
    }

    /** Whether the line has neither usage nor a current rate. */
    public boolean isEmpty() {
        return rate.isZero() && sums.values().stream().allMatch(Wide::isZero);
    }

    /** Adds a segment of a run; its negation removes it exactly. */
    public void add(DecayLaw law, Segment segment) {
        long start = Math.max(segment.start(), instantOfReading(law, since));
        if (segment.isOpen()) {
            rate.add(segment.rate());
            addOpen(law, start, segment.rate());
        } else if (segment.end() > since) {
            addClosed(law, start, segment.end(), segment.rate());
        }
    }

    /** Adds another line of the same law, to read both as one; this line's own reset does not change. */
    public void add(Line other) {
        rate.add(other.rate);
        other.sums.forEach((epoch, sum) -> sum(epoch).add(sum));
    }

    /** Adds a job's use; its negation removes it exactly. */
    public void add(DecayLaw law, Use use) {
        switch (use) {
            case Segment segment -> add(law, segment);
            case Lump lump -> add(law, lump.amount(), lump.at());
        }
    }

    /**
     * Adds an amount at an instant: a credit, a refund or one side of a transfer. An amount before the last reset adds
     * nothing. An amount at the instant of a reset counts as after it.
     *
     * @param amount TRES-seconds; negative to subtract; at most {@link #largestAmount} either way
     */
    public void add(DecayLaw law, BigDecimal amount, long at) {
        if (at < since) {
            return;
        }
        BigDecimal perRate = law.kind() == DecayLaw.Kind.NONE
                ? BigDecimal.valueOf(1000)
                : BigDecimal.ONE.divide(new BigDecimal(law.meanLifeSeconds()), java.math.MathContext.DECIMAL128);
        long anchor = instantOfReading(law, at);
        BigInteger weight = law.kind() == DecayLaw.Kind.NONE
                ? BigInteger.ONE
                : BigInteger.valueOf(law.mantissa(anchor)).shiftLeft(law.shift(anchor));
        BigInteger units = amount.multiply(perRate)
                .multiply(new BigDecimal(weight.shiftLeft(Rate.BITS)))
                .setScale(0, RoundingMode.HALF_EVEN)
                .unscaledValue();
        sum(law.epoch(anchor)).add(Wide.of(units));
    }

    /**
     * The largest amount of a single addition: the value that a run of {@link Rate#MAX} converges to, or a thousand
     * years of its consumption where nothing decays. The code that accepts an adjustment must check it.
     */
    public static BigDecimal largestAmount(DecayLaw law) {
        double seconds = law.kind() == DecayLaw.Kind.NONE ? 3e10 : law.meanLifeSeconds();
        return Rate.MAX.multiply(new BigDecimal(seconds));
    }

    /**
     * Forgets every charge before {@code instant}; running jobs go on from there. The line must not yet contain facts
     * later than {@code instant}, or amounts at it. Does nothing when a reset at that instant or later exists.
     */
    public void reset(DecayLaw law, long instant) {
        if (instant <= since) {
            return;
        }
        sums.clear();
        since = instant;
        if (!rate.isZero()) {
            long from = instantOfReading(law, instant);
            long anchor = openAnchor(law, from);
            Wide stopped = Wide.of(rate.toBigInteger().negate());
            sum(law.epoch(anchor)).addProduct(stopped, openWeight(law, from, anchor), law.shift(anchor));
        }
    }

    /** Drops the sums that no longer count at {@code now}, and sums of zero. */
    public void prune(DecayLaw law, long now) {
        sums.headMap(law.epoch(instantOfReading(law, now)) - 1, false).clear();
        sums.values().removeIf(Wide::isZero);
    }

    /**
     * The numerator {@code A + R * z(now)} in units of the epoch of {@code now}, truncated to a whole number. All lines
     * of one law have the same denominator at one instant.
     */
    public Wide numerator(DecayLaw law, long now) {
        long at = instantOfReading(law, now);
        return numerator(law.epoch(at), law.mantissa(at), law.shift(at)).whole();
    }

    /** The numerator with the fraction from the sum of the epoch before. */
    Numerator numerator(long epoch, long mantissa, int shift) {
        Numerator total = new Numerator();
        total.addProduct(rate, mantissa, shift);
        for (Map.Entry<Long, Wide> entry : sums.entrySet()) {
            if (entry.getKey() >= epoch) {
                total.add(entry.getValue());
            } else if (entry.getKey() == epoch - 1) {
                total.addShiftedDown(entry.getValue());
            }
        }
        return total;
    }

    /** Decayed usage at {@code now} in TRES-seconds. */
    public double usage(DecayLaw law, long now) {
        long at = instantOfReading(law, now);
        return numerator(law.epoch(at), law.mantissa(at), law.shift(at)).toDouble() * unit(law, now);
    }

    /** TRES-seconds per unit of {@link #numerator}. */
    public static double unit(DecayLaw law, long now) {
        if (law.kind() == DecayLaw.Kind.NONE) {
            return 0x1p-40 * law.meanLifeSeconds();
        }
        long at = instantOfReading(law, now);
        return law.meanLifeSeconds() * 0x1p-40 / (law.mantissa(at) * StrictMath.pow(2, law.shift(at)));
    }

    private void addOpen(DecayLaw law, long start, long r) {
        long anchor = openAnchor(law, start);
        sum(law.epoch(anchor)).addProduct(-r, openWeight(law, start, anchor), law.shift(anchor));
    }

    /**
     * The instant whose weight an open segment subtracts from the sums: its start, or the first pass that charges it.
     */
    private static long openAnchor(DecayLaw law, long start) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK ? SlurmTicks.firstPassAfter(law, start) : start;
    }

    private static long openWeight(DecayLaw law, long start, long anchor) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK
                ? law.mantissa(anchor) - SlurmTicks.weight(law, anchor, anchor - start)
                : law.mantissa(anchor);
    }

    /** The instant of the value that a reading at {@code time} returns: under slurm-tick, the last pass. */
    private static long instantOfReading(DecayLaw law, long time) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK ? SlurmTicks.lastPass(law, time) : time;
    }

    private void addClosed(DecayLaw law, long start, long end, long r) {
        if (law.kind() == DecayLaw.Kind.SLURM_TICK) {
            long last = SlurmTicks.lastPass(law, end);
            long first = SlurmTicks.firstPassAfter(law, start);
            Wide sum = sum(law.epoch(last));
            if (first > last) {
                sum.addProduct(r, SlurmTicks.weight(law, last, end - start), law.shift(last));
            } else {
                addTerm(sum, law, last, first, SlurmTicks.weight(law, first, first - start), r);
                addTerm(sum, law, last, first, law.mantissa(first), -r);
                sum.addProduct(r, law.mantissa(last) + SlurmTicks.weight(law, last, end - last), law.shift(last));
            }
        } else {
            Wide sum = sum(law.epoch(end));
            addTerm(sum, law, end, start, law.mantissa(start), -r);
            sum.addProduct(r, law.mantissa(end), law.shift(end));
        }
    }

    /**
     * Adds r * weight, a weight of instant {@code at}, in units of the epoch of {@code end}; each term is rounded once.
     */
    private static void addTerm(Wide sum, DecayLaw law, long end, long at, long weight, long r) {
        long behind = law.epoch(end) - law.epoch(at);
        int shift = law.shift(at);
        if (behind == 0) {
            sum.addProduct(r, weight, shift);
        } else if (behind == 1 && shift > 0) {
            sum.addProduct(r, weight >>> (64 - shift), 0);
        }
    }

    private Wide sum(long epoch) {
        return sums.computeIfAbsent(epoch, e -> new Wide());
    }
}
