package io.fairway.engine.store;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores with the state of a domain. Its task reads them at a start, and questions read them on other threads. */
public interface StateStores {
    ReadOnlyKeyValueStore<String, byte[]> activeJobs();

    ReadOnlyKeyValueStore<String, byte[]> settledJobs();

    ReadOnlyKeyValueStore<String, byte[]> lines();

    ReadOnlyKeyValueStore<String, byte[]> rings();

    ReadOnlyKeyValueStore<String, byte[]> shares();

    ReadOnlyKeyValueStore<String, byte[]> hosts();

    ReadOnlyKeyValueStore<String, byte[]> policies();

    ReadOnlyKeyValueStore<String, byte[]> remoteUsage();

    ReadOnlyKeyValueStore<String, byte[]> adjustments();

    ReadOnlyKeyValueStore<String, byte[]> held();

    ReadOnlyKeyValueStore<String, byte[]> clocks();

    /** The stores that may be the only ones to know a domain. */
    default List<ReadOnlyKeyValueStore<String, byte[]>> byDomain() {
        return List.of(
                clocks(),
                shares(),
                policies(),
                activeJobs(),
                lines(),
                rings(),
                held(),
                remoteUsage(),
                adjustments(),
                hosts());
    }

    /** Hands out every entry of a store. The calling thread must not change the store meanwhile. */
    static void forEach(ReadOnlyKeyValueStore<String, byte[]> store, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                action.accept(entry.key, entry.value);
            }
        }
    }

    /** Hands out the entries of one domain. The calling thread must not change the store meanwhile. */
    static void forEach(
            ReadOnlyKeyValueStore<String, byte[]> store, String domainKey, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> own = store.range(domainKey + "|", domainKey + "}")) {
            while (own.hasNext()) {
                KeyValue<String, byte[]> entry = own.next();
                action.accept(entry.key, entry.value);
            }
        }
    }
}
