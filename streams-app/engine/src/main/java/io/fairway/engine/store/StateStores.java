package io.fairway.engine.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The stores of the domains on one partition, each by its declaration. Their task opens them for reading and writing;
 * questions read them on other threads.
 *
 * @param <S> the key-value stores
 * @param <W> the window stores
 */
public record StateStores<
        S extends ReadOnlyKeyValueStore<String, byte[]>, W extends ReadOnlyWindowStore<String, byte[]>>(
        Function<Stores.KeyValue, S> keyValues, Function<Stores.Window, W> windows) {
    /** The stores that may be the only ones to know a domain. */
    private static final List<Stores.KeyValue> BY_DOMAIN = List.of(
            Stores.CLOCKS,
            Stores.SHARES,
            Stores.POLICIES,
            Stores.ACTIVE_JOBS,
            Stores.LINES,
            Stores.RINGS,
            Stores.DEFERRED,
            Stores.REMOTE_USAGE,
            Stores.ADJUSTMENTS,
            Stores.HOSTS);

    /** Opens all stores of a task. */
    public static StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> open(
            ProcessorContext<?, ?> context) {
        Map<String, KeyValueStore<String, byte[]>> keyValues = new HashMap<>();
        Stores.keyValues().forEach(store -> keyValues.put(store.name(), store.open(context)));
        Map<String, WindowStore<String, byte[]>> windows = new HashMap<>();
        Stores.windows().forEach(store -> windows.put(store.name(), store.open(context)));
        return new StateStores<>(
                store -> Objects.requireNonNull(keyValues.get(store.name())),
                store -> Objects.requireNonNull(windows.get(store.name())));
    }

    public S get(Stores.KeyValue store) {
        return keyValues.apply(store);
    }

    /** Usage by hour or by day. */
    public W get(Stores.Window store) {
        return windows.apply(store);
    }

    /** The stores that may be the only ones to know a domain. */
    public List<S> byDomain() {
        return BY_DOMAIN.stream().map(keyValues).toList();
    }

    /** Hands out every entry of a store. The calling thread must not change the store meanwhile. */
    public static void forEach(ReadOnlyKeyValueStore<String, byte[]> store, BiConsumer<String, byte[]> action) {
        forEach(store.all(), action);
    }

    /** Hands out the entries of one domain. The calling thread must not change the store meanwhile. */
    public static void forEach(
            ReadOnlyKeyValueStore<String, byte[]> store, String domainKey, BiConsumer<String, byte[]> action) {
        forEach(store.range(domainKey + "|", domainKey + "}"), action);
    }

    private static void forEach(KeyValueIterator<String, byte[]> entries, BiConsumer<String, byte[]> action) {
        try (entries) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                action.accept(entry.key, entry.value);
            }
        }
    }
}
