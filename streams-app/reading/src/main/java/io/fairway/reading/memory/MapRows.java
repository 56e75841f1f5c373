package io.fairway.reading.memory;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** Rows of usage in memory. It keeps every row. */
record MapRows(String name, Map<MapRows.Row, byte[]> rows) implements WindowStore<String, byte[]> {
    /** The place of a row. */
    record Row(String key, long start) {}

    MapRows(String name) {
        this(name, new HashMap<>());
    }

    @Override
    public void put(String key, byte @Nullable [] value, long start) {
        if (value == null) {
            rows.remove(new Row(key, start));
        } else {
            rows.put(new Row(key, start), value);
        }
    }

    @Override
    public byte @Nullable [] fetch(String key, long start) {
        return rows.get(new Row(key, start));
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
        return new UnsupportedOperationException("a task reads rows one by one");
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(String key, long from, long to) {
        throw notAsked();
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(String key, Instant from, Instant to) {
        throw notAsked();
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
