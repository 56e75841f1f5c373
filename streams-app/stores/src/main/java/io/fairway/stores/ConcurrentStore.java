package io.fairway.stores;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that another thread may scan while its task writes. A scan costs only the entries that it meets,
 * and it meets every key that is there all the while. Beside a writer, Kafka's own stores miss keys, and they copy and
 * look up every key.
 */
public class ConcurrentStore implements KeyValueStore<Bytes, byte[]> {
    private static final Position NOWHERE = Position.emptyPosition();

    private final String name;
    private final Supplier<StoreEntries> none;
    private volatile StoreEntries entries;
    private volatile boolean open;

    ConcurrentStore(String name, Supplier<StoreEntries> none) {
        this.name = name;
        this.none = none;
        entries = none.get();
    }

    /**
     * A store whose entries are scanned more often than they are looked up.
     *
     * @param name of the store
     */
    public static KeyValueBytesStoreSupplier supplier(String name) {
        return supplier(name, () -> new ConcurrentStore(name, StoreEntries::ordered));
    }

    /**
     * A store whose entries are read and changed again and again while they are there.
     *
     * @param name of the store
     */
    public static KeyValueBytesStoreSupplier indexed(String name) {
        return supplier(name, () -> new ConcurrentStore(name, StoreEntries::indexed));
    }

    static KeyValueBytesStoreSupplier supplier(String name, Supplier<KeyValueStore<Bytes, byte[]>> store) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return store.get();
            }

            @Override
            public String metricsScope() {
                return "in-memory";
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> put(Bytes.wrap(key), value));
        open = true;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** Kafka asks for it with every change, for questions that name a position. Ours name none. */
    @Override
    public Position getPosition() {
        return NOWHERE;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return entries.get(key);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
        byte[] present = get(key);
        if (present == null) {
            put(key, value);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        return entries.remove(key);
    }

    /** The entries from one key to another, both included; null = no bound. */
    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        if (from != null && to != null && from.compareTo(to) > 0) {
            return new Scan(Collections.emptyIterator());
        }
        return new Scan(entries.scan(from, to));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    /** A scan that another thread has begun sees all entries to the end. */
    @Override
    public void close() {
        open = false;
        entries = none.get();
    }

    private static final class Scan implements KeyValueIterator<Bytes, byte[]> {
        private final Iterator<Map.Entry<Bytes, byte[]>> entries;
        private Map.@Nullable Entry<Bytes, byte[]> next;

        Scan(Iterator<Map.Entry<Bytes, byte[]>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return next != null || entries.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> entry = peek();
            next = null;
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            return peek().getKey();
        }

        private Map.Entry<Bytes, byte[]> peek() {
            Map.Entry<Bytes, byte[]> entry = next == null ? entries.next() : next;
            next = entry;
            return entry;
        }

        @Override
        public void close() {
            // The iterator holds nothing.
        }
    }
}
