package io.fairway.reading;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store of a question: entries in memory, which nobody changes any more. */
public record MapStore(NavigableMap<String, byte[]> entries) implements ReadOnlyKeyValueStore<String, byte[]> {
    @Override
    public byte @Nullable [] get(String key) {
        return entries.get(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> rest = from == null ? entries : entries.tailMap(from, true);
        return new Entries(
                (to == null ? rest : rest.headMap(to, true)).entrySet().iterator());
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return new Entries(entries.entrySet().iterator());
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
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
