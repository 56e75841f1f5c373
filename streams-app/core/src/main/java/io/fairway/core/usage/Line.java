package io.fairway.core.usage;

import java.math.BigDecimal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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
 *   <li>If the law changes, the charges under each law stay apart. A closed segment across a change is charged in parts.
 *       An open one is in the rate of the law under which it began, and goes on under the later ones. So a change
 *       touches no line, and a charge that comes late still finds its law.
 * </ol>
 *
 * All arithmetic is integer addition, so any order of arrival, any partitioning and any retraction gives the same bits.
 * The relative error of the value against the closed integral is below 1e-9 for half-lives up to 30 days and runs of 10
 * s or more (each weight is accurate to 2^-52). A line is valid at and after its newest fact.
 *
 * <p>Instants are epoch milliseconds; usage is in TRES-seconds.
 */
public final class Line {
    private final Charges first = new Charges();
    /** The charges under later laws, by the beginning of the law. */
    private final TreeMap<Long, Charges> later = new TreeMap<>();

    private long since;
    /** Counts the changes: whoever keeps a reading of it sees that it is old. */
    private int changes;

    /** A line without usage. */
    public Line() {}

    /** A stored line. {@link #restoreLater} adds the charges under later laws. */
    public static Line restore(Int256 rate, long since, Map<Long, Int256> sums) {
        Line line = new Line();
        line.first.add(Charges.restore(rate, sums));
        line.since = since;
        return line;
    }

    /** Adds the stored charges under a later law. */
    public void restoreLater(Later stored) {
        changes++;
        later.put(stored.start(), Charges.restore(stored.rate(), stored.sums()));
    }

    /** A line with the same charges. */
    public Line copy() {
        Line copy = new Line();
        copy.add(this);
        copy.since = since;
        return copy;
    }

    /**
     * The charges under a law that is not the first.
     *
     * @param start the beginning of the law, epoch milliseconds
     * @param rate the rate of the runs that began under it and go on, in units of 2^-40 TRES
     * @param sums each epoch and its sum, oldest first
     */
    public record Later(long start, Int256 rate, SortedMap<Long, Int256> sums) {
        /** No charges. */
        public static Later none(long start) {
            return new Later(start, new Int256(), new TreeMap<>());
        }
    }

    /** The sum of the current rates, in units of 2^-40 TRES. */
    public Int256 rate() {
        if (later.isEmpty()) {
            return first.rate();
        }
        Int256 total = first.rate().copy();
        later.values().forEach(charges -> total.add(charges.rate()));
        return total;
    }

    /** The rate of the runs that began under the first law and go on, in units of 2^-40 TRES. */
    public Int256 firstRate() {
        return first.rate();
    }

    /** Epoch milliseconds of the last reset; 0 without one. */
    public long since() {
        return since;
    }

    /** Passes each epoch of the first law and its sum to the action, oldest first. */
    public void forEachSum(BiConsumer<Long, Int256> action) {
        first.sums().forEach(action);
    }

    /** The charges under later laws, oldest first; none if the law never changed. */
    public Iterable<Later> later() {
        return () -> later.entrySet().stream()
                .map(entry -> new Later(
                        entry.getKey(),
                        entry.getValue().rate(),
                        entry.getValue().sums()))
                .iterator();
    }

    /** The number of laws after the first under which it was charged. */
    public int laterLaws() {
        return later.size();
    }

    /** The number of epochs of the first law that hold a sum. */
    public int epochs() {
        return first.sums().size();
    }

    Charges first() {
        return first;
    }

    /** A number that differs after each change. */
    int changes() {
        return changes;
    }

    /** The charges under the law that begins at an instant; null if there are none. */
    @Nullable
    Charges charges(long start) {
        return start == Long.MIN_VALUE ? first : later.get(start);
    }

    private Charges open(long start) {
        changes++;
        return start == Long.MIN_VALUE ? first : later.computeIfAbsent(start, s -> new Charges());
    }

    /** Whether the line has neither usage nor a current rate. */
    public boolean isEmpty() {
        return first.isEmpty() && later.values().stream().allMatch(Charges::isEmpty);
    }

    /** Adds a segment of a run; its negation removes it exactly. */
    public void add(DecayLaws laws, Segment segment) {
        if (!segment.isOpen() && segment.end() <= since) {
            return;
        }
        int index = laws.index(Math.max(segment.start(), since));
        long start = Math.max(segment.start(), laws.reading(index, since));
        if (segment.isOpen()) {
            open(laws.start(index)).addOpen(laws.law(index), start, segment.rate());
            return;
        }
        while (laws.end(index) < segment.end()) {
            open(laws.start(index))
                    .addClosed(laws.law(index), laws.start(index), start, laws.end(index), segment.rate());
            index++;
            start = laws.start(index);
        }
        open(laws.start(index)).addClosed(laws.law(index), laws.start(index), start, segment.end(), segment.rate());
    }

    /** Adds another line of the same laws, to read both as one; this line's own reset does not change. */
    public void add(Line other) {
        changes++;
        first.add(other.first);
        other.later.forEach((start, charges) -> open(start).add(charges));
    }

    /** Adds a job's use; its negation removes it exactly. */
    public void add(DecayLaws laws, Use use) {
        switch (use) {
            case Segment segment -> add(laws, segment);
            case Lump lump -> add(laws, lump.amount(), lump.at());
        }
    }

    /**
     * Adds an amount at an instant: a credit, a refund or one side of a transfer. An amount before the last reset adds
     * nothing. An amount at the instant of a reset counts as after it.
     *
     * @param amount TRES-seconds; negative to subtract; at most {@link #largestAmount} either way
     */
    public void add(DecayLaws laws, BigDecimal amount, long at) {
        if (at >= since) {
            int index = laws.index(at);
            open(laws.start(index)).addAmount(laws.law(index), amount, laws.reading(index, at));
        }
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
    public void reset(DecayLaws laws, long instant) {
        if (instant <= since) {
            return;
        }
        changes++;
        Int256 running = rate().copy();
        first.clear();
        later.clear();
        since = instant;
        if (!running.isZero()) {
            int index = laws.index(instant);
            open(laws.start(index)).addOpen(laws.law(index), laws.reading(index, instant), running);
        }
    }

    /** Drops the sums that no longer count at {@code now}, and sums of zero. */
    public void prune(DecayLaws laws, long now) {
        changes++;
        int index = laws.index(now);
        Charges present = charges(laws.start(index));
        if (present != null) {
            present.prune(laws.law(index), laws.reading(index, now));
        }
        for (int i = 0; i < index; i++) {
            Charges charges = charges(laws.start(i));
            if (charges != null) {
                charges.prune(laws.law(i), laws.end(i));
                if (laws.leftSinceEnd(i, now) < Reading.NOTHING) {
                    charges.sums().clear();
                }
            }
        }
        later.values().forEach(Charges::dropZeros);
        later.values().removeIf(Charges::isEmpty);
    }

    /**
     * The numerator {@code A + R * z(now)} in units of the epoch of {@code now}, truncated to a whole number. All lines
     * of the same laws have the same denominator at one instant.
     */
    public Int256 numerator(DecayLaws laws, long now) {
        return new Reading(laws, now).numerator(this).whole();
    }

    /** Decayed usage at {@code now} in TRES-seconds. */
    public double usage(DecayLaws laws, long now) {
        Reading reading = new Reading(laws, now);
        return reading.numerator(this).toDouble() * reading.unit();
    }

    /** TRES-seconds per unit of {@link #numerator}. */
    public static double unit(DecayLaws laws, long now) {
        return new Reading(laws, now).unit();
    }

    /** Adds a job's use under a law that never changes. */
    public void add(DecayLaw law, Use use) {
        add(DecayLaws.of(law), use);
    }

    /** Adds an amount under a law that never changes. */
    public void add(DecayLaw law, BigDecimal amount, long at) {
        add(DecayLaws.of(law), amount, at);
    }

    /** Forgets what was before an instant, under a law that never changes. */
    public void reset(DecayLaw law, long instant) {
        reset(DecayLaws.of(law), instant);
    }

    /** Drops what no longer counts under a law that never changes. */
    public void prune(DecayLaw law, long now) {
        prune(DecayLaws.of(law), now);
    }

    /** The numerator under a law that never changes. */
    public Int256 numerator(DecayLaw law, long now) {
        return numerator(DecayLaws.of(law), now);
    }

    /** Decayed usage under a law that never changes. */
    public double usage(DecayLaw law, long now) {
        return usage(DecayLaws.of(law), now);
    }

    /** TRES-seconds per unit of a {@link #numerator} under a law that never changes. */
    public static double unit(DecayLaw law, long now) {
        return unit(DecayLaws.of(law), now);
    }
}
