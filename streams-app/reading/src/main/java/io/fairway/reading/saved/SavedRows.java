package io.fairway.reading.saved;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapRows;
import io.fairway.reading.past.PastUsage;
import io.fairway.reading.saved.SavedDomain.Row;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Usage by hour and day of a saved domain, and its corrections. They are many, and read after the rest, while the task writes on: a row of
 * the present hour may be some commits newer than its line.
 */
final class SavedRows {
    private static final List<Stores.Window> WINDOWS = List.of(Stores.HOURS, Stores.DAYS);

    private SavedRows() {}

    /**
     * Reads them.
     *
     * @param at the present, epoch milliseconds
     * @param most rows
     * @throws IllegalArgumentException if there are more
     */
    static List<Row> of(DomainSnapshot reading, long at, int most) {
        List<Row> rows = new ArrayList<>();
        StateStores.forEach(
                reading.stores().get(Stores.ADJUSTMENTS),
                Keys.domain(reading.domain()),
                (key, value) -> add(Stores.ADJUSTMENTS.name(), key, value, most, rows));
        for (Measure measure : reading.measures()) {
            if (!PastUsage.isKept(reading, measure)) {
                continue;
            }
            for (NodeId node : reading.charged(measure)) {
                String key = StoredNodes.usage(reading.domain(), measure.name(), node);
                for (Stores.Window store : WINDOWS) {
                    try (WindowStoreIterator<byte[]> found =
                            reading.stores().get(store).fetch(key, Instant.EPOCH, Instant.ofEpochMilli(at))) {
                        while (found.hasNext()) {
                            KeyValue<Long, byte[]> row = found.next();
                            add(store.name(), key + "@" + row.key, row.value, most, rows);
                        }
                    }
                }
            }
        }
        return rows;
    }

    private static void add(String store, String key, byte[] value, int most, List<Row> rows) {
        if (rows.size() == most) {
            throw new IllegalArgumentException("the domain has more than " + most
                    + " rows of usage by hour and day, which is too much for one answer");
        }
        rows.add(new Row(store, key, Base64.getEncoder().encodeToString(value)));
    }

    /** Whether a row is of a store of hours or days. */
    static boolean isOne(Row row) {
        return WINDOWS.stream().anyMatch(store -> store.name().equals(row.store()));
    }

    /** The rows of a store, by association and start. */
    static MapRows opened(String store, Map<String, byte[]> saved) {
        MapRows rows = new MapRows(store);
        saved.forEach((key, value) -> {
            int end = key.lastIndexOf('@');
            rows.put(key.substring(0, end), value, Long.parseLong(key.substring(end + 1)));
        });
        return rows;
    }
}
