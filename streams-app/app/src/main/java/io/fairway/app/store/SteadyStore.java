package io.fairway.app.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's store in memory, with scans that another thread may make while its task writes. Kafka's own look each key up
 * when they come to it, without its lock: beside a writer they miss keys. These are taken under the lock, whole.
 */
final class SteadyStore extends InMemoryKeyValueStore {
    private SteadyStore(String name) {
        super(name);
    }

    static KeyValueBytesStoreSupplier supplier(String name) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new SteadyStore(name);
            }

            @Override
            public String metricsScope() {
                return "in-memory";
            }
        };
    }

    @Override
    public synchronized KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return taken(super.range(from, to));
    }

    @Override
    public synchronized KeyValueIterator<Bytes, byte[]> reverseRange(@Nullable Bytes from, @Nullable Bytes to) {
        return taken(super.reverseRange(from, to));
    }

    @Override
    public synchronized KeyValueIterator<Bytes, byte[]> all() {
        return taken(super.all());
    }

    @Override
    public synchronized KeyValueIterator<Bytes, byte[]> reverseAll() {
        return taken(super.reverseAll());
    }

    @Override
    public synchronized <PS extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
            P prefix, PS serializer) {
        return taken(super.prefixScan(prefix, serializer));
    }

    private static KeyValueIterator<Bytes, byte[]> taken(KeyValueIterator<Bytes, byte[]> scan) {
        List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
        try (scan) {
            scan.forEachRemaining(entries::add);
        }
        return new Taken(entries);
    }

    private static final class Taken implements KeyValueIterator<Bytes, byte[]> {
        private final List<KeyValue<Bytes, byte[]>> entries;
        private int next;

        Taken(List<KeyValue<Bytes, byte[]>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return next < entries.size();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            KeyValue<Bytes, byte[]> entry = peek();
            next++;
            return entry;
        }

        @Override
        public Bytes peekNextKey() {
            return peek().key;
        }

        private KeyValue<Bytes, byte[]> peek() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return entries.get(next);
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
