package io.fairway.simulator.streams;

import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store by the text of its keys, made of {@code get} and {@code put}. One with a cache is never scanned. */
interface TextStore extends KeyValueStore<String, byte[]> {
    @Override
    default byte @Nullable [] putIfAbsent(String key, byte[] value) {
        byte[] known = get(key);
        if (known == null) {
            put(key, value);
        }
        return known;
    }

    @Override
    default void putAll(List<KeyValue<String, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    default byte @Nullable [] delete(String key) {
        byte[] known = get(key);
        put(key, null);
        return known;
    }

    @Override
    default KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        throw new UnsupportedOperationException("nobody scans a store with a cache");
    }

    @Override
    default KeyValueIterator<String, byte[]> all() {
        return range(null, null);
    }
}
