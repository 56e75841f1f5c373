package io.fairway.api.query;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.past.PastUsage;
import io.fairway.reading.period.UsageRows;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Usage without decay by hour and day, from the rows of hours and days. */
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
        if (!PastUsage.isKept(snapshot, measure)) {
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
}
