package io.fairway.reading;

import java.util.ArrayList;
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

/** A store of a question: entries in memory, without a changelog. */
public record MapStore(String name, NavigableMap<String, byte[]> entries) implements KeyValueStore<String, byte[]> {
    /** A store of entries that nobody changes any more. */
    public MapStore(NavigableMap<String, byte[]> entries) {
        this("", entries);
    }

    /** An empty store. */
    public MapStore(String name) {
        this(name, new TreeMap<>());
    }

    @Override
    public byte @Nullable [] get(String key) {
        return entries.get(key);
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

    /** As RocksDB's: it sees the entries of its beginning. */
    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> rest = from == null ? entries : entries.tailMap(from, true);
        return new Entries(new ArrayList<>((to == null ? rest : rest.headMap(to, true)).entrySet()).iterator());
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

    private record Entries(Iterator<Map.Entry<String, byte[]>> entries) implements KeyValueIterator<String, byte[]> {
        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            Map.Entry<String, byte[]> next = entries.next();
            return new KeyValue<>(next.getKey(), next.getValue());
        }

        @Override
        public String peekNextKey() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
