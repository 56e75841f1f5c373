package io.fairway.stores;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link ConcurrentStore}. One thread writes; others may read and scan meanwhile. */
interface StoreEntries {
    byte @Nullable [] get(Bytes key);

    void put(Bytes key, byte[] value);

    /** The value that was removed; null if there was none. */
    byte @Nullable [] remove(Bytes key);

    /** The entries from one key to another, both included, in the order of keys; null = no bound. */
    Iterator<Map.Entry<Bytes, byte[]>> scan(@Nullable Bytes from, @Nullable Bytes to);

    int size();

    /** Entries in the order of their keys. Each look goes through the order, with a miss of the cache at each step. */
    static StoreEntries ordered() {
        return new Ordered(new ConcurrentSkipListMap<>());
    }

    /** The same with an index: a look at an entry that is there does not go through the order. It takes some 60 bytes an entry. */
    static StoreEntries indexed() {
        return new Indexed(new ConcurrentSkipListMap<>(), new ConcurrentHashMap<>());
    }

    private static <V> Iterator<Map.Entry<Bytes, V>> scan(
            ConcurrentNavigableMap<Bytes, V> entries, @Nullable Bytes from, @Nullable Bytes to) {
        ConcurrentNavigableMap<Bytes, V> above = from == null ? entries : entries.tailMap(from, true);
        return (to == null ? above : above.headMap(to, true)).entrySet().iterator();
    }

    /** The order alone. */
    record Ordered(ConcurrentNavigableMap<Bytes, byte[]> entries) implements StoreEntries {
        @Override
        public byte @Nullable [] get(Bytes key) {
            return entries.get(key);
        }

        @Override
        public void put(Bytes key, byte[] value) {
            entries.put(key, value);
        }

        @Override
        public byte @Nullable [] remove(Bytes key) {
            return entries.remove(key);
        }

        @Override
        public Iterator<Map.Entry<Bytes, byte[]>> scan(@Nullable Bytes from, @Nullable Bytes to) {
            return StoreEntries.scan(entries, from, to);
        }

        @Override
        public int size() {
            return entries.size();
        }
    }

    /** The order for scans, and the index of the same cells. */
    record Indexed(ConcurrentNavigableMap<Bytes, Cell> entries, ConcurrentMap<Bytes, Cell> index)
            implements StoreEntries {
        /** The present value of a key. */
        static final class Cell {
            private volatile byte[] value;

            Cell(byte[] value) {
                this.value = value;
            }
        }

        @Override
        public byte @Nullable [] get(Bytes key) {
            Cell cell = index.get(key);
            return cell == null ? null : cell.value;
        }

        @Override
        public void put(Bytes key, byte[] value) {
            Cell cell = index.get(key);
            if (cell != null) {
                cell.value = value;
                return;
            }
            Cell added = new Cell(value);
            entries.put(key, added);
            index.put(key, added);
        }

        @Override
        public byte @Nullable [] remove(Bytes key) {
            Cell cell = index.remove(key);
            if (cell == null) {
                return null;
            }
            entries.remove(key);
            return cell.value;
        }

        @Override
        public Iterator<Map.Entry<Bytes, byte[]>> scan(@Nullable Bytes from, @Nullable Bytes to) {
            Iterator<Map.Entry<Bytes, Cell>> cells = StoreEntries.scan(entries, from, to);
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return cells.hasNext();
                }

                @Override
                public Map.Entry<Bytes, byte[]> next() {
                    Map.Entry<Bytes, Cell> next = cells.next();
                    return Map.entry(next.getKey(), next.getValue().value);
                }
            };
        }

        @Override
        public int size() {
            return index.size();
        }
    }
}
