package io.fairway.engine.store;

import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store of another thread's task, for the books that only read: what they must not do is refused. */
public final class ReadOnlyStore implements KeyValueStore<String, byte[]> {
    private final String name;
    private final ReadOnlyKeyValueStore<String, byte[]> store;

    public ReadOnlyStore(String name, ReadOnlyKeyValueStore<String, byte[]> store) {
        this.name = name;
        this.store = store;
    }

    @Override
    public byte[] get(String key) {
        return store.get(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        return store.range(from, to);
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return store.all();
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void init(StateStoreContext context, org.apache.kafka.streams.processor.StateStore root) {
        throw refused();
    }

    @Override
    public void put(String key, byte[] value) {
        throw refused();
    }

    @Override
    public byte[] putIfAbsent(String key, byte[] value) {
        throw refused();
    }

    @Override
    public void putAll(List<KeyValue<String, byte[]>> entries) {
        throw refused();
    }

    @Override
    public byte[] delete(String key) {
        throw refused();
    }

    @Override
    public void close() {}

    private IllegalStateException refused() {
        return new IllegalStateException("store " + name + ": a question writes nothing");
    }
}
