package io.fairway.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store as its task sees it: with the changes that are not written yet. Each changed entry is encoded and written once
 * for all its changes.
 *
 * @param <V> the decoded values. If an object changes after it was put, it must be put again: its last state is written
 */
public final class TaskTable<V> {
    private final KeyValueStore<String, byte[]> store;
    private final Function<V, byte[]> encode;
    private final Function<byte[], V> decode;
    private final Runnable changed;
    /** Null = removed. */
    private final Map<String, @Nullable V> unwritten = new LinkedHashMap<>();

    /** Whether any entry was removed: most tables never ask, and a look at a large map waits for memory. */
    private boolean removals;

    /** The key that the store last did not have: of a new job, several ask in turn, and each look goes to the disk. */
    private @Nullable String absent;

    /** @param changed runs after each change */
    TaskTable(
            KeyValueStore<String, byte[]> store,
            Function<V, byte[]> encode,
            Function<byte[], V> decode,
            Runnable changed) {
        this.store = store;
        this.encode = encode;
        this.decode = decode;
        this.changed = changed;
    }

    /** The present value; null if there is none. */
    public @Nullable V get(String key) {
        V value = unwritten.get(key);
        if (value != null || isRemoved(key) || key.equals(absent)) {
            return value;
        }
        byte[] stored = store.get(key);
        if (stored == null) {
            absent = key;
            return null;
        }
        return decode.apply(stored);
    }

    /**
     * Part of the present value; null if there is none.
     *
     * @param ofStored reads it from the stored form, which costs less than to decode all
     */
    public <P> @Nullable P part(String key, Function<V, P> of, Function<byte[], P> ofStored) {
        V value = unwritten.get(key);
        if (value != null) {
            return of.apply(value);
        }
        byte[] stored = isRemoved(key) ? null : store.get(key);
        return stored == null ? null : ofStored.apply(stored);
    }

    /** Whether an entry without an unwritten value was removed. */
    private boolean isRemoved(String key) {
        return removals && unwritten.containsKey(key);
    }

    public void put(String key, V value) {
        unwritten.put(key, value);
        changed.run();
    }

    public void remove(String key) {
        unwritten.put(key, null);
        removals = true;
        changed.run();
    }

    /** Writes what changed. An entry that came and went meanwhile is not written at all. */
    void write() {
        unwritten.forEach((key, value) -> {
            if (value != null) {
                store.put(key, encode.apply(value));
            } else if (store.get(key) != null) {
                store.delete(key);
            }
        });
        unwritten.clear();
        removals = false;
        absent = null;
    }
}
