package io.fairway.simulator.streams;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store of the application by the text of its keys. */
record BytesKeys(KeyValueStore<Bytes, byte[]> store) implements KeyValueStore<String, byte[]> {
    private static Bytes bytes(String key) {
        return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] get(String key) {
        return store.get(bytes(key));
    }

    @Override
    public void put(String key, byte @Nullable [] value) {
        store.put(bytes(key), value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String key, byte[] value) {
        return store.putIfAbsent(bytes(key), value);
    }

    @Override
    public void putAll(List<KeyValue<String, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(String key) {
        return store.delete(bytes(key));
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        throw new UnsupportedOperationException("nobody scans a store with a cache");
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        store.init(context, root);
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }
}
