package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.stored.OpenRows;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The open rows of the lines that jobs charged last, decoded, each with the key of its line. A charge reads and writes
 * the rows of its line, and who is at work now will be charged again. What is here equals what is stored, or will be with
 * the next commit, so any of it may be dropped.
 */
final class RecentRows {
    /** About 500 bytes each, so at most 8 MB a domain, however many associations it has. */
    private static final int MOST = 16_384;

    private final Map<Key, Kept> entries;

    private record Key(String measure, NodeId node) {}

    /** The stored form of a line, without the line itself. */
    static final class Kept {
        final String key;
        OpenRows rows;

        Kept(String key, OpenRows rows) {
            this.key = key;
            this.rows = rows;
        }
    }

    RecentRows() {
        this(MOST);
    }

    /** @param most how many stay in memory; the oldest goes first */
    RecentRows(int most) {
        entries = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
                return size() > most;
            }
        };
    }

    /** The entry of a line. */
    Kept of(String measure, NodeId node, Supplier<Kept> read) {
        return entries.computeIfAbsent(new Key(measure, node), line -> read.get());
    }
}
