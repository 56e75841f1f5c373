package io.fairway.core.usage;

import java.math.BigInteger;

/**
 * Plain (undecayed) usage of an association within one hour or day. The row stores changes of rate: the sum of the
 * changes, and the sum of each change times its distance from the start of the row. A running job writes no rows while
 * it runs. A job of a month writes two rows at its end, rather than hundreds. The usage within a row follows from its
 * changes and the rate before it.
 */
public final class WindowRow {
    /** An hour, milliseconds. */
    public static final long HOUR = 3_600_000L;

    /** A day of UTC, milliseconds. */
    public static final long DAY = 86_400_000L;

    private final Int256 change;
    private final Int256 moment;

    /** A row without changes. */
    public WindowRow() {
        this(new Int256(), new Int256());
    }

    /** A stored row. */
    public WindowRow(Int256 change, Int256 moment) {
        this.change = change;
        this.moment = moment;
    }

    /** The sum of the changes of rate within the row, in units of 2^-40 TRES. */
    public Int256 change() {
        return change;
    }

    /** The sum of change times milliseconds since the start of the row. */
    public Int256 moment() {
        return moment;
    }

    /** Adds a change of rate at {@code offset} milliseconds after the start of the row. */
    public void add(long rateChange, long offset) {
        change.add(rateChange);
        moment.addProduct(rateChange, offset, 0);
    }

    /** Adds an amount at one instant of the row, in units of 2^-40 TRES times milliseconds. */
    public void addAmount(BigInteger amount) {
        moment.add(Int256.of(amount.negate()));
    }

    /**
     * Usage within the row in TRES-seconds.
     *
     * @param before the rate at the start of the row
     * @param millis length of the row, or of the part of it that has passed
     */
    public double usage(Int256 before, long millis) {
        Int256 total = new Int256();
        total.addProduct(before, millis, 0);
        total.addProduct(change, millis, 0);
        Int256 minus = new Int256();
        minus.addProduct(moment, 1, 0);
        return total.toBigInteger().subtract(minus.toBigInteger()).doubleValue() * 0x1p-40 / 1000;
    }

    /** The start of the row of {@code length} that holds {@code time}. */
    public static long start(long time, long length) {
        return time - Math.floorMod(time, length);
    }
}
