package io.fairway.simulator.streams;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A key-value store with a changelog. */
final class KeyValueMap implements KeyValueStore<String, byte[]> {
    private final String name;
    private final Changelog changelog;
    private final NavigableMap<String, byte[]> entries = new TreeMap<>();
    private boolean open = true;

    KeyValueMap(String name, Changelog changelog) {
        this.name = name;
        this.changelog = changelog;
    }

    /** Opens it again, empty or as it was. */
    void reopen(boolean empty) {
        if (empty) {
            entries.clear();
        }
        open = true;
    }

    /** Takes a change that the changelog has. */
    void restore(String key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    Map<String, byte[]> entries() {
        return entries;
    }

    @Override
    public byte @Nullable [] get(String key) {
        return entries.get(key);
    }

    @Override
    public void put(String key, byte @Nullable [] value) {
        if (!open) {
            throw new InvalidStateStoreException("store " + name + " is closed");
        }
        changelog.changed(name, key, value);
        restore(key, value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String key, byte[] value) {
        byte[] known = entries.get(key);
        if (known == null) {
            put(key, value);
        }
        return known;
    }

    @Override
    public void putAll(List<KeyValue<String, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(String key) {
        byte[] known = entries.get(key);
        put(key, null);
        return known;
    }

    /** As RocksDB's: it sees the entries of its beginning. */
    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> above = from == null ? entries : entries.tailMap(from, true);
        Map<String, byte[]> within = to == null ? above : above.headMap(to, true);
        List<KeyValue<String, byte[]>> all = new ArrayList<>();
        within.forEach((key, value) -> all.add(KeyValue.pair(key, value)));
        return new Scan<>(all.iterator());
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
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        throw new UnsupportedOperationException("the task makes and restores its stores itself");
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    private record Scan<K, V>(Iterator<KeyValue<K, V>> rest) implements KeyValueIterator<K, V> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            return rest.next();
        }

        @Override
        public K peekNextKey() {
            throw new UnsupportedOperationException("nobody looks ahead");
        }

        @Override
        public void close() {}
    }
}
