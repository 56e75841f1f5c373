package io.fairway.engine.store;

import io.fairway.core.stored.OpenRow;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.WindowRow;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of usage by hour or by day as their task sees them. The newest row of a line is with the line. The others are
 * here: those that were used last stay in memory, and each that changed is written once for all its changes.
 */
public final class Rows {
    private final WindowStore<String, byte[]> store;
    private final int most;
    private final Runnable changed;
    private final Runnable flush;
    /** The rows in memory; those that were used last come last. */
    private final Map<Row, WindowRow> inMemory = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<Row, WindowRow> unwritten = new LinkedHashMap<>();

    private record Row(String key, long start) {}

    /**
     * Rows in a store.
     *
     * @param most how many stay in memory
     * @param changed runs after each change
     * @param flush writes all changes of the task
     */
    Rows(WindowStore<String, byte[]> store, int most, Runnable changed, Runnable flush) {
        this.store = store;
        this.most = most;
        this.changed = changed;
        this.flush = flush;
    }

    /**
     * Changes the row that begins at an instant.
     *
     * @param newest the row that the line holds; null if it has none yet. No row is later than it
     * @return the row that the line holds from now on
     */
    public OpenRow change(String key, @Nullable OpenRow newest, long start, Consumer<WindowRow> change) {
        if (newest != null && start < newest.start()) {
            late(key, start, change);
            return newest;
        }
        OpenRow open = newest;
        if (open == null || start > open.start()) {
            if (open != null) {
                close(key, open);
            }
            open = new OpenRow(start, new WindowRow());
        }
        change.accept(open.row());
        return open;
    }

    private void close(String key, OpenRow row) {
        Row at = new Row(key, row.start());
        makeRoom();
        inMemory.put(at, row.row());
        unwritten.put(at, row.row());
        changed.run();
    }

    private void late(String key, long start, Consumer<WindowRow> change) {
        Row at = new Row(key, start);
        WindowRow row = inMemory.get(at);
        if (row == null) {
            makeRoom();
            byte[] stored = store.fetch(key, start);
            row = stored == null ? new WindowRow() : StateCodec.decodeRow(stored);
            inMemory.put(at, row);
        }
        change.accept(row);
        unwritten.put(at, row);
        changed.run();
    }

    /** Lets a quarter go. Rows that changed are written first. */
    private void makeRoom() {
        if (inMemory.size() < most) {
            return;
        }
        flush.run();
        Iterator<Row> oldest = inMemory.keySet().iterator();
        for (int left = Math.max(1, most / 4); left > 0 && oldest.hasNext(); left--) {
            oldest.next();
            oldest.remove();
        }
    }

    /** Writes what changed. */
    void write() {
        unwritten.forEach((at, row) -> store.put(at.key(), StateCodec.encode(row), at.start()));
        unwritten.clear();
    }
}
