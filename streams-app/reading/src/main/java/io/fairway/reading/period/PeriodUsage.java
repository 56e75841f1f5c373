package io.fairway.reading.period;

import io.fairway.core.time.Period;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Stores;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What an association used in a period, whole: no decay, no resets, no corrections. TRES-seconds.
 *
 * <p>It is exact where the period begins and ends with rows: with an hour of UTC as long as hours are kept, else with a day of UTC; and
 * now. A row in which rates changed and which the period cuts counts as spread evenly over its length.
 *
 * @param value the usage
 * @param least if all usage of a row that the period cuts was outside the period
 * @param most if all of it was inside
 * @param firstDay the first day with usage that is kept, epoch milliseconds; Long.MAX_VALUE = none
 */
public record PeriodUsage(double value, double least, double most, long firstDay) {
    private static final double TRES_SECONDS = 0x1p-40 / 1000;

    /**
     * Reads a period.
     *
     * @param now the instant of the rows, epoch milliseconds
     */
    public static PeriodUsage of(UsageRows rows, Period period, long now) {
        long first = WindowRow.start(period.from(), WindowRow.DAY);
        long last = WindowRow.start(period.to(), WindowRow.DAY);
        NavigableMap<Long, WindowRow> days = rows.days(0, last);
        Int256 rate = new Int256();
        days.headMap(first, false).values().forEach(row -> rate.add(row.change()));
        Part before = part(rows, days, rate, period.from(), now);
        Int256 whole = used(days, rate, first, last);
        Part until = part(rows, days, rate, period.to(), now);
        whole.add(until.exact);
        double exact =
                whole.toBigInteger().subtract(before.exact.toBigInteger()).doubleValue() * TRES_SECONDS;
        double least = exact + until.least - before.most;
        // Nothing until the end of the period: when it begins, says whether that was nothing, or is not known.
        NavigableMap<Long, WindowRow> known = days.isEmpty() ? rows.days(last, now) : days;
        return new PeriodUsage(
                exact + until.even - before.even,
                // Both ends may be in one row.
                exact >= 0 ? Math.max(0, least) : least,
                exact + until.most - before.least,
                known.isEmpty() ? Long.MAX_VALUE : known.firstKey());
    }

    /** Usage from the beginning of its day until an instant. */
    private static final class Part {
        private final Int256 exact = new Int256();
        private double even;
        private double least;
        private double most;
    }

    /**
     * Usage from the beginning of its day until an instant.
     *
     * @param atDay the rate at the beginning of the day
     */
    private static Part part(UsageRows rows, NavigableMap<Long, WindowRow> days, Int256 atDay, long until, long now) {
        Part part = new Part();
        long day = WindowRow.start(until, WindowRow.DAY);
        if (day == until) {
            return part;
        }
        Int256 rate = atDay.copy();
        long start = day;
        long length = WindowRow.DAY;
        @Nullable WindowRow cut = days.get(day);
        if (until >= UsageRows.keptSince(Stores.HOURS, now)) {
            start = WindowRow.start(until, WindowRow.HOUR);
            length = WindowRow.HOUR;
            NavigableMap<Long, WindowRow> hours = rows.hours(day, start);
            part.exact.add(used(hours, rate, day, start));
            cut = hours.get(start);
        }
        if (cut == null) {
            part.exact.addProduct(rate, until - start, 0);
        } else if (until >= now) {
            spread(part, cut.usage(rate, until - start), 1);
        } else if (until > start) {
            long known = Math.min(now, start + length) - start;
            spread(part, cut.usage(rate, known), (double) (until - start) / known);
        }
        return part;
    }

    private static void spread(Part part, double used, double fraction) {
        part.even = used * fraction;
        part.least = fraction == 1 ? used : Math.min(0, used);
        part.most = fraction == 1 ? used : Math.max(0, used);
    }

    /**
     * Usage from one instant to another, both starts of rows.
     *
     * @param rate the rate at {@code from}; becomes the one at {@code to}
     */
    private static Int256 used(NavigableMap<Long, WindowRow> rows, Int256 rate, long from, long to) {
        Int256 used = new Int256();
        used.addProduct(rate, to - from, 0);
        rows.subMap(from, true, to, false).forEach((start, row) -> {
            used.addProduct(row.change(), to - start, 0);
            Int256 minus = Int256.of(row.moment().toBigInteger().negate());
            used.add(minus);
            rate.add(row.change());
        });
        return used;
    }
}
