package io.fairway.simulator.broker;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a topic. As at Kafka, readers of committed records stop at the first record of an open transaction,
 * and the end of a transaction takes an offset of its own.
 */
public final class PartitionLog {
    private final List<LogEntry> entries = new ArrayList<>();
    /** The open transactions, each with the offset of its first record here. */
    private final Map<BrokerTransaction, Long> open = new LinkedHashMap<>();

    /** By the offset of each compacted tombstone: until when it is kept. */
    private final Map<Long, Long> horizons = new HashMap<>();

    private long end;

    PartitionLog() {}

    LogEntry append(
            long time,
            boolean writers,
            @Nullable Object key,
            @Nullable Object value,
            Headers headers,
            @Nullable BrokerTransaction transaction) {
        if (transaction != null) {
            transaction.touches(this);
            open.putIfAbsent(transaction, end);
        }
        LogEntry entry = new LogEntry(end, time, writers, key, value, headers, transaction);
        end++;
        entries.add(entry);
        return entry;
    }

    void ended(BrokerTransaction transaction) {
        open.remove(transaction);
        end++;
    }

    /** The offset after the last record. */
    public long end() {
        return end;
    }

    /** The offset before which every transaction has ended. */
    public long stableEnd() {
        if (open.isEmpty()) {
            return end;
        }
        long first = end;
        for (long offset : open.values()) {
            first = Math.min(first, offset);
        }
        return first;
    }

    /** The first committed record from an offset on; null if there is none yet. */
    public @Nullable LogEntry next(long from) {
        if (from >= end) {
            return null;
        }
        long stable = stableEnd();
        for (int i = indexOf(from); i < entries.size(); i++) {
            LogEntry entry = entries.get(i);
            if (entry.offset() >= stable) {
                return null;
            }
            if (!entry.isAborted()) {
                return entry;
            }
        }
        return null;
    }

    /** The first record from an offset on, whatever becomes of its transaction; null if there is none yet. */
    public @Nullable LogEntry nextUncommitted(long from) {
        int index = indexOf(from);
        return index < entries.size() ? entries.get(index) : null;
    }

    /** The committed records. */
    public List<LogEntry> committed() {
        long stable = stableEnd();
        return entries.stream()
                .filter(entry -> entry.offset() < stable && !entry.isAborted())
                .toList();
    }

    private int indexOf(long offset) {
        int low = 0;
        int high = entries.size();
        if (high == 0 || entries.get(high - 1).offset() < offset) {
            return high; // Most readers are at the end, behind it only the end of a transaction.
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).offset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Arrays are no keys of a map. */
    private static @Nullable Object comparable(@Nullable Object key) {
        return key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key;
    }

    /**
     * Keeps the last committed record of each key, and a tombstone for a while after it was compacted for the first time. So
     * whoever has read what a tombstone deletes finds the tombstone, if it reads on within that while: KIP-534, since Kafka
     * 3.1. Like Kafka's cleaner, it stops where a transaction is open.
     *
     * @param kept how long a tombstone is kept, milliseconds
     */
    void compact(long now, long kept) {
        long stable = stableEnd();
        Map<@Nullable Object, Long> last = new HashMap<>();
        for (LogEntry entry : entries) {
            if (entry.offset() < stable && !entry.isAborted()) {
                last.put(comparable(entry.key()), entry.offset());
            }
        }
        entries.removeIf(entry -> entry.offset() < stable
                && (entry.isAborted()
                        || !Objects.equals(last.get(comparable(entry.key())), entry.offset())
                        || (entry.value() == null
                                && horizons.computeIfAbsent(entry.offset(), offset -> now + kept) < now)));
    }
}
