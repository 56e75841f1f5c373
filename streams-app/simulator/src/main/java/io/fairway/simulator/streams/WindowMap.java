package io.fairway.simulator.streams;

import java.time.Instant;
import java.util.Comparator;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** A window store with a changelog. It keeps every row: a schedule is shorter than any retention. */
final class WindowMap extends LoggedStore<WindowMap.Row> implements WindowStore<String, byte[]> {
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
        super(name, changelog);
    }

    @Override
    Row key(String text) {
        int last = text.lastIndexOf('@');
        return new Row(text.substring(0, last), Long.parseLong(text.substring(last + 1)));
    }

    @Override
    public void put(String key, byte @Nullable [] value, long start) {
        change(new Row(key, start), value);
    }

    @Override
    public byte @Nullable [] fetch(String key, long start) {
        return entries().get(new Row(key, start));
    }

    @Override
    public boolean persistent() {
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
