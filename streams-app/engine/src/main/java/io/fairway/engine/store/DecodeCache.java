package io.fairway.engine.store;

import io.fairway.schemas.Keys;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The values that readings of one domain have decoded. The next reading decodes only newer bytes. Readings share the
 * values, and none of them changes one. A task reads its stores once and changes its values, so it keeps nothing here.
 */
public final class DecodeCache {
    private final String domain;
    private final boolean kept;
    private final Map<Class<?>, Map<String, Entry>> byType = new HashMap<>();
    private int reading;
    private boolean underWay;

    private static final class Entry {
        private byte[] bytes;
        private Object value;
        private int seen;

        Entry(byte[] bytes, Object value) {
            this.bytes = bytes;
            this.value = value;
        }
    }

    private DecodeCache(String domain, boolean kept) {
        this.domain = domain;
        this.kept = kept;
    }

    /** For a reader that decodes only once. */
    public static DecodeCache once(String domain) {
        return new DecodeCache(domain, false);
    }

    /** For readings that follow each other. */
    public static DecodeCache kept(String domain) {
        return new DecodeCache(domain, true);
    }

    /**
     * Begins a reading. If the last one was not {@link #end ended}, nobody has its new values: all values count as new
     * again.
     */
    public void begin() {
        if (underWay) {
            byType.clear();
        }
        underWay = true;
    }

    public void end() {
        underWay = false;
    }

    /** Lets the values of a type be decoded anew, because something that they depend on changed. */
    public void forget(Class<?> type) {
        byType.remove(type);
    }

    /**
     * Hands out the entries of the domain in a store.
     *
     * @param type of the values: one store has one
     * @param decode makes a value from the key and the stored bytes, and from nothing else
     * @return whether any entry is new, gone, or different from the last reading
     */
    public <T> boolean forEach(
            ReadOnlyKeyValueStore<String, byte[]> store,
            Class<T> type,
            BiFunction<String, byte[], T> decode,
            Consumer<T> action) {
        if (!kept) {
            StateStores.forEach(store, Keys.domain(domain), (key, bytes) -> action.accept(decode.apply(key, bytes)));
            return true;
        }
        Map<String, Entry> entries = byType.computeIfAbsent(type, name -> new HashMap<>());
        int now = ++reading;
        int[] counts = new int[2];
        StateStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
            Entry entry = entries.get(key);
            if (entry == null) {
                entry = new Entry(bytes, decode.apply(key, bytes));
                entries.put(key, entry);
                counts[1]++;
            } else if (!Arrays.equals(entry.bytes, bytes)) {
                entry.bytes = bytes;
                entry.value = decode.apply(key, bytes);
                counts[1]++;
            }
            entry.seen = now;
            counts[0]++;
            action.accept(type.cast(entry.value));
        });
        boolean gone = counts[0] < entries.size();
        if (gone) {
            entries.values().removeIf(entry -> entry.seen != now);
        }
        return gone || counts[1] > 0;
    }
}
