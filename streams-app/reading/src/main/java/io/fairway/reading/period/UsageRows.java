package io.fairway.reading.period;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.OpenRow;
import io.fairway.core.stored.OpenRows;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.records.StoredNodes;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * The hours and days of plain usage of one association: from the windowed stores, and the newest ones from its line. A row holds changes
 * of rate, see {@link WindowRow}: the rate at an instant is the sum of all changes before it.
 */
public final class UsageRows {
    private final DomainSnapshot snapshot;
    private final String key;
    private final OpenRows open;

    private UsageRows(DomainSnapshot snapshot, String key, OpenRows open) {
        this.snapshot = snapshot;
        this.key = key;
        this.open = open;
    }

    /** The rows of an association under a measure. */
    public static UsageRows of(DomainSnapshot snapshot, Measure measure, NodeId node) {
        String key = StoredNodes.usage(snapshot.domain(), measure.name(), node);
        // The line first: when it lets a row go, the row is written before the line.
        byte[] line = snapshot.stores().get(Stores.LINES).get(key);
        return new UsageRows(snapshot, key, line == null ? OpenRows.NONE : StoredLine.readRows(line));
    }

    /** The first day whose rows are all kept at an instant. */
    public static long keptSince(Stores.Window store, long now) {
        return WindowRow.start(now - store.retention().toMillis(), WindowRow.DAY) + WindowRow.DAY;
    }

    /** The hours that begin between two instants, both included. */
    NavigableMap<Long, WindowRow> hours(long from, long to) {
        return fetch(Stores.HOURS, open.hour(), from, to);
    }

    /** The days that begin between two instants, both included. */
    NavigableMap<Long, WindowRow> days(long from, long to) {
        return fetch(Stores.DAYS, open.day(), from, to);
    }

    /**
     * The rows of a length from an instant on.
     *
     * @param begin the start of a row
     * @param rate becomes the rate at {@code begin}
     */
    public NavigableMap<Long, WindowRow> from(long begin, long end, long length, Int256 rate) {
        long day = WindowRow.start(begin, WindowRow.DAY);
        days(0, day - 1).values().forEach(row -> rate.add(row.change()));
        if (length == WindowRow.DAY) {
            return days(begin, end);
        }
        hours(day, begin - 1).values().forEach(row -> rate.add(row.change()));
        return hours(begin, end);
    }

    private NavigableMap<Long, WindowRow> fetch(Stores.Window store, @Nullable OpenRow newest, long from, long to) {
        NavigableMap<Long, WindowRow> rows = new TreeMap<>();
        if (to >= from) {
            try (WindowStoreIterator<byte[]> found =
                    snapshot.stores().get(store).fetch(key, Instant.ofEpochMilli(from), Instant.ofEpochMilli(to))) {
                while (found.hasNext()) {
                    KeyValue<Long, byte[]> row = found.next();
                    rows.put(row.key, StateCodec.decodeRow(row.value));
                }
            }
            OpenRow.overlay(rows, newest, from, to);
        }
        return rows;
    }
}
