package io.fairway.simulator.streams;

import io.fairway.engine.store.Stores;
import io.fairway.simulator.broker.LogEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of one task. */
public final class TaskStores {
    /** The stores that are on disk: a clean stop keeps them. */
    static final Set<String> ON_DISK = onDisk();

    private static final List<String> OF_RELAY = List.of(Stores.RELAY_MARKS.name());
    private static final List<String> OF_DOMAINS = ofDomains();

    /** Those that have a changelog, in the order of the topology. */
    private final Map<String, LoggedStore<?>> logged = new LinkedHashMap<>();

    /** All of them, in the order of the topology. */
    private final Map<String, StateStore> asSeen = new LinkedHashMap<>();

    private final List<WriteCache> caches = new ArrayList<>();
    private final List<String> names;
    private final Map<String, Set<String>> touched = new HashMap<>();

    /**
     * Empty stores of a task.
     *
     * @param own the stores of the application that lie under a cache and have no changelog
     * @param full whether a cache finds no room left for what is put into it
     */
    TaskStores(
            TaskKey task,
            Wiring wiring,
            Changelog changelog,
            List<KeyValueStore<Bytes, byte[]>> own,
            BooleanSupplier full) {
        Changelog noting = (store, key, value) -> {
            touched.computeIfAbsent(store, name -> new HashSet<>()).add(key.toString());
            changelog.changed(store, key, value);
        };
        for (Stores.KeyValue store : task.relay() ? List.of(Stores.RELAY_MARKS) : Stores.keyValues()) {
            KeyValueMap map = new KeyValueMap(store.name(), noting);
            logged.put(store.name(), map);
            KeyValueStore<String, byte[]> whole = store.cached() ? cached(map, full) : map;
            asSeen.put(store.name(), wiring.store(store.name(), whole));
        }
        if (!task.relay()) {
            for (Stores.Window store : Stores.windows()) {
                WindowMap map = new WindowMap(store.name(), noting);
                logged.put(store.name(), map);
                asSeen.put(store.name(), map);
            }
        }
        names = List.copyOf(logged.keySet());
        own.forEach(store -> asSeen.put(store.name(), cached(new BytesKeys(store), full)));
    }

    private WriteCache cached(KeyValueStore<String, byte[]> under, BooleanSupplier full) {
        WriteCache cache = new WriteCache(under, full);
        caches.add(cache);
        return cache;
    }

    /** Opens the stores of the application: they learn whose they are. */
    void open(StateStoreContext context) {
        asSeen.forEach((name, store) -> {
            if (!logged.containsKey(name)) {
                store.init(context, store);
            }
        });
    }

    /** Opens closed stores again: the same objects. */
    void reopen(StateStoreContext context, boolean empty) {
        logged.values().forEach(store -> store.reopen(empty));
        open(context);
    }

    /** Forgets what the caches hold: a task becomes a standby or stops being one, and its stores stay open. */
    void clearCaches() {
        caches.forEach(WriteCache::clear);
    }

    /** The names of the stores of a task that have a changelog. */
    static List<String> namesOf(TaskKey task) {
        return task.relay() ? OF_RELAY : OF_DOMAINS;
    }

    private static List<String> ofDomains() {
        List<String> names = new ArrayList<>();
        Stores.keyValues().forEach(store -> names.add(store.name()));
        Stores.windows().forEach(store -> names.add(store.name()));
        return List.copyOf(names);
    }

    private static Set<String> onDisk() {
        Set<String> names = new TreeSet<>();
        Stores.keyValues().stream().filter(Stores.KeyValue::persistent).forEach(store -> names.add(store.name()));
        Stores.windows().forEach(store -> names.add(store.name()));
        return names;
    }

    /** The names of the stores with a changelog. */
    List<String> names() {
        return names;
    }

    /** A store as the processor sees it. */
    StateStore open(String name) {
        StateStore store = asSeen.get(name);
        if (store == null) {
            throw new NoSuchElementException("store " + name);
        }
        return store;
    }

    /** Takes a record of a changelog. */
    void restore(String store, LogEntry entry) {
        logged(store).restore(Objects.requireNonNull(entry.key()), (byte[]) entry.value());
    }

    private LoggedStore<?> logged(String store) {
        return Objects.requireNonNull(logged.get(store), store);
    }

    /** Writes the caches through, in the order of the topology. */
    void flush() {
        caches.forEach(WriteCache::writeThrough);
    }

    /** Closes the stores in the order of the topology, each with its cache. A failure does not keep the others open. */
    void close() {
        RuntimeException failure = null;
        for (StateStore store : asSeen.values()) {
            try {
                store.close();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** The content of a store by the text of its keys. */
    public Map<String, byte[]> content(String store) {
        return logged(store).content();
    }

    /** One value by the text of its key. */
    public byte @Nullable [] value(String store, String key) {
        LoggedStore<?> own = logged.get(store);
        return own == null ? null : own.value(key);
    }

    /** The keys of a store with another value in other stores, in order. */
    Set<String> differences(TaskStores others, String store) {
        Map<String, byte[]> own = content(store);
        Map<String, byte[]> other = others.content(store);
        Set<String> keys = new TreeSet<>(own.keySet());
        keys.addAll(other.keySet());
        keys.removeIf(key -> same(own.get(key), other.get(key)));
        return keys;
    }

    /** The keys that changed since this was last asked, by store. */
    public Map<String, Set<String>> takeTouched() {
        Map<String, Set<String>> taken = new HashMap<>(touched);
        touched.clear();
        return taken;
    }

    /** As if it were asked. */
    void forgetTouched() {
        touched.clear();
    }

    /** What is on disk, to be found again after a clean stop. */
    OnDisk keep(Map<String, Long> ends, long now) {
        Map<String, Map<Object, byte[]>> kept = new TreeMap<>();
        for (String name : names()) {
            if (ON_DISK.contains(name)) {
                kept.put(name, new LinkedHashMap<>(logged(name).entries()));
            }
        }
        return new OnDisk(kept, ends, now);
    }

    /** Takes what was found on disk. */
    void take(OnDisk disk) {
        disk.content().forEach((name, entries) -> entries.forEach(logged(name)::restore));
    }

    /**
     * The stores of a task on the disk of an instance.
     *
     * @param ends the offset of each store's changelog up to which it has it
     * @param since when they were left there, epoch milliseconds
     */
    record OnDisk(Map<String, Map<Object, byte[]>> content, Map<String, Long> ends, long since) {}

    /** Whether two values are the same bytes, or both missing. */
    public static boolean same(byte @Nullable [] one, byte @Nullable [] other) {
        return Arrays.equals(one, other);
    }
}
