package io.fairway.simulator.streams;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory with a changelog.
 *
 * @param <K> the keys of its entries
 */
abstract class LoggedStore<K> implements StateStore {
    private final String name;
    private final Changelog changelog;
    private final NavigableMap<K, byte[]> entries = new TreeMap<>();
    private boolean open = true;

    LoggedStore(String name, Changelog changelog) {
        this.name = name;
        this.changelog = changelog;
    }

    /** A key by its text. */
    abstract K key(String text);

    /** Opens it again, empty or as it was. */
    void reopen(boolean empty) {
        if (empty) {
            entries.clear();
        }
        open = true;
    }

    /** Takes a change that the changelog has. */
    @SuppressWarnings("unchecked") // a changelog has the keys of its store
    void restore(Object key, byte @Nullable [] value) {
        set((K) key, value);
    }

    private void set(K key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    void change(K key, byte @Nullable [] value) {
        if (!open) {
            throw new InvalidStateStoreException("store " + name + " is closed");
        }
        changelog.changed(name, key, value);
        set(key, value);
    }

    NavigableMap<K, byte[]> entries() {
        return entries;
    }

    /** The content by the text of its keys. */
    Map<String, byte[]> content() {
        Map<String, byte[]> content = new TreeMap<>();
        entries.forEach((key, value) -> content.put(key.toString(), value));
        return content;
    }

    /** One value by the text of its key. */
    byte @Nullable [] value(String key) {
        return entries.get(key(key));
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
    public boolean isOpen() {
        return open;
    }
}
