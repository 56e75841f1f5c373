package io.fairway.connect.follow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The cursors of all logs that are known, by slot. Of a bounded number: the logs that are gone make room. */
final class CursorTable {
    private final int slots;
    private final TreeMap<Integer, LogCursor> cursors = new TreeMap<>();

    /** @param slots most logs, 1 or more */
    CursorTable(int slots, Collection<LogCursor> stored) {
        this.slots = slots;
        stored.forEach(this::put);
    }

    List<LogCursor> all() {
        return new ArrayList<>(cursors.values());
    }

    void put(LogCursor cursor) {
        cursors.put(cursor.slot(), cursor);
    }

    /**
     * A slot for a further log; forgets the log that was touched longest ago if there is none.
     *
     * @param seen slots of logs whose files are there
     * @throws IllegalStateException if the files of all logs are there
     */
    int free(Set<Integer> seen) {
        for (int slot = 0; slot < slots; slot++) {
            if (!cursors.containsKey(slot)) {
                return slot;
            }
        }
        LogCursor oldest = cursors.values().stream()
                .filter(cursor -> !seen.contains(cursor.slot()))
                .min(Comparator.comparingLong(LogCursor::touched))
                .orElseThrow(() -> new IllegalStateException(
                        slots + " logs are followed, and a further one is there: allow more, or match fewer files"));
        cursors.remove(oldest.slot());
        return oldest.slot();
    }
}
