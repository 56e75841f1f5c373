package io.fairway.engine.domain;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store for tests. It counts how often an existing value is read. */
public class MapStore implements KeyValueStore<String, byte[]> {
    private final NavigableMap<String, byte[]> entries = new TreeMap<>();
    private int read;

    public int takeRead() {
        int count = read;
        read = 0;
        return count;
    }

    @Override
    public byte @Nullable [] get(String key) {
        byte[] value = entries.get(key);
        read += value == null ? 0 : 1;
        return value;
    }

    @Override
    public void put(String key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    @Override
    public byte @Nullable [] putIfAbsent(String key, byte[] value) {
        return entries.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<String, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(String key) {
        return entries.remove(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> above = from == null ? entries : entries.tailMap(from, true);
        return new Scan(
                (to == null ? above : above.headMap(to, true)).entrySet().iterator());
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    @Override
    public String name() {
        return "map";
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    private record Scan(Iterator<Map.Entry<String, byte[]>> rest) implements KeyValueIterator<String, byte[]> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            Map.Entry<String, byte[]> entry = rest.next();
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public String peekNextKey() {
            throw new IllegalStateException("nobody looks ahead here");
        }

        @Override
        public void close() {}
    }
}
