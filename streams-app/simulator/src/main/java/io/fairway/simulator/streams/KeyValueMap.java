package io.fairway.simulator.streams;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** A key-value store with a changelog. */
final class KeyValueMap extends LoggedStore<String> implements TextStore {
    KeyValueMap(String name, Changelog changelog) {
        super(name, changelog);
    }

    @Override
    String key(String text) {
        return text;
    }

    @Override
    public byte @Nullable [] get(String key) {
        return entries().get(key);
    }

    @Override
    public void put(String key, byte @Nullable [] value) {
        change(key, value);
    }

    /** As RocksDB's: it sees the entries of its beginning. */
    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> above =
                from == null ? entries() : entries().tailMap(from, true);
        Map<String, byte[]> within = to == null ? above : above.headMap(to, true);
        List<KeyValue<String, byte[]>> all = new ArrayList<>();
        within.forEach((key, value) -> all.add(KeyValue.pair(key, value)));
        return new Scan<>(all.iterator());
    }

    @Override
    public long approximateNumEntries() {
        return entries().size();
    }

    @Override
    public boolean persistent() {
        return false;
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
