package io.fairway.reading;

import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** Rows of usage in memory, by association and start. It keeps every row. */
public record MapRows(String name, Map<String, NavigableMap<Long, byte[]>> rows)
        implements WindowStore<String, byte[]> {
    /** A store without rows. */
    public MapRows(String name) {
        this(name, new TreeMap<>());
    }

    private NavigableMap<Long, byte[]> of(String key) {
        return rows.getOrDefault(key, new TreeMap<>());
    }

    @Override
    public void put(String key, byte @Nullable [] value, long start) {
        if (value == null) {
            of(key).remove(start);
        } else {
            rows.computeIfAbsent(key, none -> new TreeMap<>()).put(start, value);
        }
    }

    @Override
    public byte @Nullable [] fetch(String key, long start) {
        return of(key).get(start);
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(String key, long from, long to) {
        Iterator<Map.Entry<Long, byte[]>> found =
                of(key).subMap(from, true, to, true).entrySet().iterator();
        return new WindowStoreIterator<>() {
            @Override
            public void close() {}

            @Override
            public Long peekNextKey() {
                throw notAsked();
            }

            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public KeyValue<Long, byte[]> next() {
                Map.Entry<Long, byte[]> row = found.next();
                return KeyValue.pair(row.getKey(), row.getValue());
            }
        };
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(String key, Instant from, Instant to) {
        return fetch(key, from.toEpochMilli(), to.toEpochMilli());
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

    private static UnsupportedOperationException notAsked() {
        return new UnsupportedOperationException("rows are read by association");
    }

    @Override
    public KeyValueIterator<Windowed<String>, byte[]> fetch(
            @Nullable String first, @Nullable String last, long from, long to) {
        throw notAsked();
    }

    @Override
    public KeyValueIterator<Windowed<String>, byte[]> fetch(
            @Nullable String first, @Nullable String last, Instant from, Instant to) {
        throw notAsked();
    }

    @Override
    public KeyValueIterator<Windowed<String>, byte[]> all() {
        throw notAsked();
    }

    @Override
    public KeyValueIterator<Windowed<String>, byte[]> fetchAll(long from, long to) {
        throw notAsked();
    }

    @Override
    public KeyValueIterator<Windowed<String>, byte[]> fetchAll(Instant from, Instant to) {
        throw notAsked();
    }
}
