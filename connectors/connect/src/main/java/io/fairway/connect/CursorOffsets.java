package io.fairway.connect;

import io.fairway.connect.follow.LogCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Cursors as Connect's source offsets. The source partition is a path of the configuration and a slot. */
final class CursorOffsets {
    private CursorOffsets() {}

    static Map<String, Object> partition(String pattern, int slot) {
        // Sorted: Connect finds an offset by the bytes of its partition's JSON, and Map.of has another order in each
        // JVM.
        return new TreeMap<>(Map.of("path", pattern, "slot", Integer.toString(slot)));
    }

    static Map<String, Object> offset(LogCursor cursor) {
        return Map.of(
                "file", cursor.path(),
                "inode", cursor.inode(),
                "position", cursor.position(),
                "line", cursor.line(),
                "head", cursor.head(),
                "head.closed", cursor.headClosed(),
                "tail", cursor.tail(),
                "touched", cursor.touched());
    }

    /** The stored cursors of a path. */
    static List<LogCursor> stored(OffsetStorageReader reader, String pattern, int slots) {
        Map<Map<String, Object>, Integer> partitions = new HashMap<>();
        for (int slot = 0; slot < slots; slot++) {
            partitions.put(partition(pattern, slot), slot);
        }
        List<LogCursor> cursors = new ArrayList<>();
        reader.offsets(partitions.keySet()).forEach((partition, offset) -> {
            Integer slot = partitions.get(partition);
            if (offset != null && slot != null) {
                cursors.add(cursor(slot, pattern, offset));
            }
        });
        return cursors;
    }

    private static LogCursor cursor(int slot, String pattern, Map<String, Object> offset) {
        try {
            return new LogCursor(
                    slot,
                    (String) value(offset, "file"),
                    (String) value(offset, "inode"),
                    ((Number) value(offset, "position")).longValue(),
                    ((Number) value(offset, "line")).longValue(),
                    (String) value(offset, "head"),
                    (boolean) value(offset, "head.closed"),
                    (String) value(offset, "tail"),
                    ((Number) value(offset, "touched")).longValue());
        } catch (ClassCastException | NullPointerException e) {
            throw new ConnectException(
                    "the stored offset of " + pattern + ", slot " + slot + ", is not of this connector: " + offset
                            + "; reset the connector's offsets, or give it another name",
                    e);
        }
    }

    private static Object value(Map<String, Object> offset, String name) {
        return Objects.requireNonNull(offset.get(name), name);
    }
}
