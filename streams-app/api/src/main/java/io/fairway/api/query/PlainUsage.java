package io.fairway.api.query;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.UsageRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Usage without decay by hour and day, and decayed usage as of an earlier instant, from the rows of hours and days.
 */
final class PlainUsage {
    /** The largest number of associations whose rows one question reads. */
    static final int MAX_ASSOCIATIONS = 5_000;

    /** The largest number of windows of one question. */
    static final int MAX_WINDOWS = 1_000;

    private final DomainSnapshot snapshot;
    private final Measure measure;

    PlainUsage(DomainSnapshot snapshot, Measure measure) {
        this.snapshot = snapshot;
        this.measure = measure;
    }

    /** The usage from {@code start} to {@code end}, TRES-seconds. */
    record Window(long start, long end, double value) {}

    List<NodeId> limited(List<NodeId> nodes) {
        return limited(nodes, MAX_ASSOCIATIONS);
    }

    /** These nodes; refuses more than that many, and a measure that is not kept by hour and day. */
    List<NodeId> limited(List<NodeId> nodes, int most) {
        if (!measure.kind().accumulates() || snapshot.statement(measure).windows() != null) {
            throw Problem.parameter(
                    "measure", measure.name() + " (" + measure.kind() + ") is not kept by hour and day");
        }
        if (nodes.size() > most) {
            throw Problem.parameter(
                    "account",
                    "below it are " + nodes.size() + " associations with usage, and one answer reads at most " + most
                            + "; ask for accounts below it, or a user");
        }
        return nodes;
    }

    /** Windows of the usage of all the nodes together. */
    List<Window> windows(List<NodeId> nodes, String by, @Nullable Long from, @Nullable Long to) {
        long length = by.equals("hour") ? WindowRow.HOUR : WindowRow.DAY;
        long now = snapshot.asOf();
        long end = Math.min(now, to == null ? now : WindowRow.start(to + length - 1, length));
        long usual = by.equals("hour") ? 24 * WindowRow.HOUR : 30 * WindowRow.DAY;
        long begin = WindowRow.start(from == null ? end - usual : from, length);
        Stores.Window store = by.equals("hour") ? Stores.HOURS : Stores.DAYS;
        long oldest = UsageRows.keptSince(store, now);
        if (begin < oldest) {
            if (from != null) {
                throw Problem.parameter(
                        "from",
                        Json.instant(from) + " is before " + Json.instant(oldest) + ", from which on usage by " + by
                                + " is kept");
            }
            begin = oldest;
        }
        if (end < begin) {
            throw Problem.parameter("to", Json.instant(end) + " is before the first window at " + Json.instant(begin));
        }
        if ((end - begin) / length >= MAX_WINDOWS) {
            throw Problem.parameter("from", "more than " + MAX_WINDOWS + " windows until " + Json.instant(end));
        }
        double[] sums = new double[(int) ((end - begin + length - 1) / length)];
        for (NodeId node : limited(nodes)) {
            add(node, begin, end, length, sums);
        }
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            long start = begin + i * length;
            windows.add(new Window(start, Math.min(end, start + length), sums[i]));
        }
        return windows;
    }

    private void add(NodeId node, long begin, long end, long length, double[] sums) {
        Int256 rate = new Int256();
        NavigableMap<Long, WindowRow> rows =
                UsageRows.of(snapshot, measure, node).from(begin, end, length, rate);
        for (int i = 0; i < sums.length; i++) {
            long start = begin + i * length;
            WindowRow row = rows.get(start);
            long millis = Math.min(end, start + length) - start;
            sums[i] += row == null ? new WindowRow().usage(rate, millis) : row.usage(rate, millis);
            if (row != null) {
                rate.add(row.change());
            }
        }
    }

    /**
     * Decayed usage as of an earlier instant, TRES-seconds.
     *
     * @param value if usage within an hour (a day) in which rates changed is spread evenly over it
     * @param least if all of it is at the beginning
     * @param most if all of it is at the end
     */
    record Past(double value, double least, double most) {}

    /** Three readings of the same rows. */
    private record Spread(Line evenly, Line early, Line late) {
        List<Line> lines() {
            return List.of(evenly, early, late);
        }
    }

    /** The usage of a node as of an earlier instant. */
    Past decayedAt(NodeId node, long at) {
        Line live = snapshot.usage().line(measure.name(), node);
        long since = live == null ? 0 : live.since();
        if (since > at) {
            throw Problem.parameter(
                    "at",
                    Json.instant(at) + " is before the last reset at " + Json.instant(since)
                            + "; what was before is not kept");
        }
        long now = snapshot.asOf();
        long hours = UsageRows.keptSince(Stores.HOURS, now);
        long days = UsageRows.keptSince(Stores.DAYS, now);
        if (at < days) {
            throw Problem.parameter(
                    "at", Json.instant(at) + " is before " + Json.instant(days) + ", from which on usage is kept");
        }
        Spread spread = new Spread(new Line(), new Line(), new Line());
        if (since > 0) {
            spread.lines().forEach(line -> line.reset(measure.laws(), since));
        }
        long change = Math.min(hours, WindowRow.start(at, WindowRow.DAY));
        spread(node, days, change, at, WindowRow.DAY, spread);
        spread(node, change, at, at, at < hours ? WindowRow.DAY : WindowRow.HOUR, spread);
        double early = spread.early().usage(measure.laws(), at);
        double late = spread.late().usage(measure.laws(), at);
        return new Past(spread.evenly().usage(measure.laws(), at), Math.min(early, late), Math.max(early, late));
    }

    private void spread(NodeId node, long begin, long end, long at, long length, Spread spread) {
        Int256 rate = new Int256();
        NavigableMap<Long, WindowRow> rows =
                UsageRows.of(snapshot, measure, node).from(begin, end, length, rate);
        for (long start = begin; start < end; start += length) {
            WindowRow row = rows.get(start);
            if (row == null && rate.isZero()) {
                Long next = rows.ceilingKey(start);
                if (next == null) {
                    return;
                }
                start = next - length;
                continue;
            }
            long millis = Math.min(snapshot.asOf(), start + length) - start;
            double used = (row == null ? new WindowRow() : row).usage(rate, millis);
            if (row != null) {
                rate.add(row.change());
            }
            long units = Math.round(used * 1000 / millis * 0x1p40);
            if (units != 0) {
                Segment evenly = new Segment(start, Math.min(end, start + millis), units);
                spread.evenly().add(measure.laws(), evenly);
                if (row == null) {
                    spread.early().add(measure.laws(), evenly);
                    spread.late().add(measure.laws(), evenly);
                } else {
                    BigDecimal amount = BigDecimal.valueOf(used);
                    // Of a window that is not over at that instant, all may be later.
                    if (start + millis <= at) {
                        spread.early()
                                .add(
                                        measure.laws(),
                                        amount,
                                        Math.max(start, spread.early().since()));
                    }
                    spread.late().add(measure.laws(), amount, Math.min(at, start + millis));
                }
            }
        }
    }
}
