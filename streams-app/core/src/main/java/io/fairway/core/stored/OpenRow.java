package io.fairway.core.stored;

import io.fairway.core.usage.WindowRow;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The row of an hour or a day that a line holds itself: the newest that anything changed. Nearly all changes are in it, so
 * they cost no record beside the line's. It is whole: what the window store has of the same hour or day is older.
 *
 * @param start of the hour or day, epoch milliseconds
 */
public record OpenRow(long start, WindowRow row) {
    static void write(StateOutput out, @Nullable OpenRow open, long length) {
        if (open == null) {
            out.octet(0);
            return;
        }
        out.octet(1);
        out.signed(Math.floorDiv(open.start, length));
        out.wide(open.row.change());
        out.wide(open.row.moment());
    }

    static @Nullable OpenRow read(StateInput in, long length) {
        return in.octet() == 0 ? null : new OpenRow(in.signed() * length, new WindowRow(in.wide(), in.wide()));
    }

    /**
     * Puts a row in the place of what the window store has of it.
     *
     * @param rows by start
     * @param from the first start that was asked for
     * @param to the last one
     */
    public static void overlay(NavigableMap<Long, WindowRow> rows, @Nullable OpenRow open, long from, long to) {
        if (open != null && open.start >= from && open.start <= to) {
            rows.put(open.start, open.row);
        }
    }
}
