package io.fairway.simulator.streams;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The cache of Kafka Streams over a store. What is put reaches the store when the cache is flushed: before each commit,
 * once more when the store closes, and within a put if that makes the cache too full. What is put during a flush waits for the
 * next one.
 */
final class WriteCache implements TextStore {
    private final KeyValueStore<String, byte[]> under;
    private final BooleanSupplier full;
    /** In the order of the last put of each key. */
    private final Map<String, byte @Nullable []> dirty = new LinkedHashMap<>();

    /** @param full whether a put finds no room left */
    WriteCache(KeyValueStore<String, byte[]> under, BooleanSupplier full) {
        this.under = under;
        this.full = full;
    }

    /** Writes everything through. */
    void writeThrough() {
        if (!dirty.isEmpty()) {
            Map<String, byte @Nullable []> taken = new LinkedHashMap<>(dirty);
            dirty.clear();
            taken.forEach(under::put);
        }
    }

    /** Forgets what was not written through, as when a task becomes a standby or stops being one. */
    void clear() {
        dirty.clear();
    }

    @Override
    public byte @Nullable [] get(String key) {
        return dirty.containsKey(key) ? dirty.get(key) : under.get(key);
    }

    @Override
    public void put(String key, byte @Nullable [] value) {
        dirty.remove(key);
        dirty.put(key, value);
        if (full.getAsBoolean()) {
            writeThrough();
        }
    }

    @Override
    public long approximateNumEntries() {
        return under.approximateNumEntries();
    }

    @Override
    public String name() {
        return under.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        under.init(context, root);
    }

    @Override
    public void close() {
        try {
            writeThrough();
        } finally {
            clear();
            under.close();
        }
    }

    @Override
    public boolean persistent() {
        return under.persistent();
    }

    @Override
    public boolean isOpen() {
        return under.isOpen();
    }
}
