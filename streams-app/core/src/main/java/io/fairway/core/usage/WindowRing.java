package io.fairway.core.usage;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Usage in windows of equal length: a ring of the sums of the newest ones, as many as its {@link Windowing} keeps.
 *
 * <ol>
 *   <li>The changes of rate within a window give its sum at its end: a rate r from offset o on adds r * (I - o). The
 *       ring also stores the sum of the changes themselves and, for all windows, the current rate. A run that began
 *       before a window contributes that rate minus the changes since, times the length of the window.
 *   <li>So runs split exactly at the boundaries. A running job costs nothing at a boundary, and a run over years costs
 *       two additions.
 *   <li>A late segment counts in its own windows. The ring forgets the part before its oldest window, except for the
 *       part that runs on into later ones.
 *   <li>The newest window belongs to the newest fact, or to the last {@link #advance}; the ring keeps its
 *       windows from there.
 * </ol>
 *
 * <p>All arithmetic is integer addition: the same facts and clock give the same state, bit for bit, in any order of
 * arrival. A negated segment cancels the segment. A ring is valid at and after its newest fact.
 *
 * <p>Source: Maui admin guide 6.3.2 (windows); the exact split replaces Maui's polls, which are off by up to processors
 * * RMPOLLINTERVAL per boundary.
 */
public final class WindowRing {
    /** The newest window of an empty ring. */
    public static final long NOTHING = Long.MIN_VALUE;

    /** Receives one window of the stored state. */
    public interface Row {
        /**
         * A window that is not zero.
         *
         * @param index its number
         * @param back the sum of the changes of rate within it, negated, in units of 2^-40 processors
         * @param sum the usage of the changes by its end, in units times milliseconds
         */
        void accept(long index, Int256 back, Int256 sum);
    }

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    private final Windowing windowing;
    private final Int256 rate = new Int256();
    private final Int256[] back;
    private final Int256[] sum;
    private long newest = NOTHING;

    /** A ring without usage. */
    public WindowRing(Windowing windowing) {
        this.windowing = windowing;
        back = zeros(windowing.depth());
        sum = zeros(windowing.depth());
    }

    /** A stored ring; {@link #restoreRow} adds its windows. */
    public static WindowRing restore(Windowing windowing, Int256 rate, long newest) {
        WindowRing ring = new WindowRing(windowing);
        ring.rate.add(rate);
        ring.newest = newest;
        return ring;
    }

    /** Restores a stored window; ignores one that is too old. */
    public WindowRing restoreRow(long index, Int256 storedBack, Int256 storedSum) {
        if (isKept(index)) {
            back[slot(index)].add(storedBack);
            sum[slot(index)].add(storedSum);
        }
        return this;
    }

    /** The length and the number of its windows. */
    public Windowing windowing() {
        return windowing;
    }

    /** The sum of the current rates, in units of 2^-40 processors. */
    public Int256 rate() {
        return rate.copy();
    }

    /** The number of the newest window, or {@link #NOTHING}. */
    public long newest() {
        return newest;
    }

    /** Passes copies of the windows that are not zero to the action, oldest first. */
    public void forEachRow(Row action) {
        if (newest != NOTHING) {
            for (long index = newest - back.length + 1; index <= newest; index++) {
                int slot = slot(index);
                if (!back[slot].isZero() || !sum[slot].isZero()) {
                    action.accept(index, back[slot].copy(), sum[slot].copy());
                }
            }
        }
    }

    /** Whether nothing runs and all windows are empty. */
    public boolean isEmpty() {
        boolean[] empty = {rate.isZero()};
        forEachRow((index, storedBack, storedSum) -> empty[0] = false);
        return empty[0];
    }

    /** Adds a segment of a run; its negation removes it exactly. */
    public void add(Segment segment) {
        change(segment.start(), segment.rate());
        if (!segment.isOpen()) {
            change(segment.end(), -segment.rate());
        }
    }

    /** Adds a job's use; its negation removes it exactly. */
    public void add(Use use) {
        switch (use) {
            case Segment segment -> add(segment);
            case Lump lump -> add(lump.amount(), lump.at());
        }
    }

    /**
     * Adds an amount at an instant: imported usage of a window, a credit or a refund.
     *
     * @param amount processor-seconds; negative to subtract
     * @param at epoch milliseconds
     */
    public void add(BigDecimal amount, long at) {
        long index = windowing.index(at);
        moveTo(index);
        if (isKept(index)) {
            sum[slot(index)].add(Int256.of(Rate.units(amount.multiply(MILLIS))));
        }
    }

    /** Adds the windows of another ring of the same windowing. */
    public void add(WindowRing other) {
        if (!windowing.equals(other.windowing)) {
            throw new IllegalArgumentException(
                    "windowing " + other.windowing + ": must be " + windowing + " to add the rings");
        }
        rate.add(other.rate);
        if (other.newest != NOTHING) {
            moveTo(other.newest);
            other.forEachRow(this::restoreRow);
        }
    }

    /** Advances the ring to an instant: forgets the windows that are too old then. */
    public void advance(long now) {
        moveTo(windowing.index(now));
    }

    /** The windows at {@code now}, the current one first. */
    public List<Window> windows(long now) {
        List<Window> windows = new ArrayList<>(back.length);
        Int256 running = rate.copy();
        long current = Math.max(newest, windowing.index(now));
        for (long index = current; index > current - back.length; index--) {
            long start = windowing.start(index);
            long length = Math.clamp(now - start, 0L, windowing.intervalMillis());
            Int256 units = new Int256();
            if (isKept(index)) {
                int slot = slot(index);
                running.add(back[slot]);
                units.add(sum[slot]);
                units.addProduct(back[slot], windowing.intervalMillis() - length, 0);
            }
            units.addProduct(running, length, 0);
            windows.add(new Window(start, start + length, units));
        }
        return windows;
    }

    /**
     * The weighted sum of the windows at {@code now}: {@code sum of decay^k * usage of window k}, in processor-seconds,
     * from the current window back.
     *
     * @param decay the weight of a window by that of the one after it, 0..1
     */
    public double decayed(double decay, long now) {
        List<Window> windows = windows(now);
        double total = 0;
        for (int k = 0; k < windows.size(); k++) {
            total += StrictMath.pow(decay, k) * windows.get(k).procSeconds();
        }
        return total;
    }

    private void change(long time, long by) {
        long index = windowing.index(time);
        rate.add(by);
        moveTo(index);
        if (isKept(index)) {
            int slot = slot(index);
            back[slot].add(-by);
            sum[slot].addProduct(by, windowing.start(index + 1) - time, 0);
        }
    }

    private void moveTo(long index) {
        if (index <= newest) {
            return;
        }
        long oldest = index - back.length + 1;
        for (long dropped = Math.max(newest + 1, oldest); dropped <= index; dropped++) {
            back[slot(dropped)].clear();
            sum[slot(dropped)].clear();
        }
        newest = index;
    }

    private boolean isKept(long index) {
        return newest != NOTHING && index <= newest && index > newest - back.length;
    }

    private int slot(long index) {
        return Math.floorMod(index, back.length);
    }

    private static Int256[] zeros(int count) {
        Int256[] zeros = new Int256[count];
        for (int i = 0; i < count; i++) {
            zeros[i] = new Int256();
        }
        return zeros;
    }

    /** The whole state as text; equal states have equal texts. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("rate " + rate + " newest " + newest);
        forEachRow((index, storedBack, storedSum) -> text.append(" [")
                .append(index)
                .append(' ')
                .append(storedBack)
                .append(' ')
                .append(storedSum)
                .append(']'));
        return text.toString();
    }
}
