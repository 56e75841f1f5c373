package io.fairway.simulator.streams;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** A window store with a changelog. It keeps every row: a schedule is shorter than any retention. */
final class WindowMap implements WindowStore<String, byte[]> {
    private final String name;
    private final Changelog changelog;
    private final Map<Row, byte[]> rows = new TreeMap<>();
    private boolean open = true;

    /** The place of a row. */
    record Row(String key, long start) implements Comparable<Row> {
        private static final Comparator<Row> ORDER =
                Comparator.comparing(Row::key).thenComparing(Row::start);

        @Override
        public int compareTo(Row other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return key + "@" + start;
        }
    }

    WindowMap(String name, Changelog changelog) {
        this.name = name;
        this.changelog = changelog;
    }

    /** Opens it again, empty or as it was. */
    void reopen(boolean empty) {
        if (empty) {
            rows.clear();
        }
        open = true;
    }

    /** Takes a change that the changelog has. */
    void restore(Row row, byte @Nullable [] value) {
        if (value == null) {
            rows.remove(row);
        } else {
            rows.put(row, value);
        }
    }

    /** A row by the text of its place. */
    byte @Nullable [] value(String row) {
        int last = row.lastIndexOf('@');
        return rows.get(new Row(row.substring(0, last), Long.parseLong(row.substring(last + 1))));
    }

    Map<Row, byte[]> rows() {
        return rows;
    }

    @Override
    public void put(String key, byte @Nullable [] value, long start) {
        if (!open) {
            throw new InvalidStateStoreException("store " + name + " is closed");
        }
        Row row = new Row(key, start);
        changelog.changed(name, row, value);
        restore(row, value);
    }

    @Override
    public byte @Nullable [] fetch(String key, long start) {
        return rows.get(new Row(key, start));
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
        return true;
    }

    @Override
    public boolean isOpen() {
        return open;
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
