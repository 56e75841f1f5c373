package io.fairway.engine.store;

import java.util.List;
import java.util.function.Function;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;

/** The stores of one partition, as another thread than its task's may read them. */
public final class SnapshotStores {
    private final Function<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> keyValues;
    private final Function<Stores.Window, ReadOnlyWindowStore<String, byte[]>> windows;

    public SnapshotStores(
            Function<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> keyValues,
            Function<Stores.Window, ReadOnlyWindowStore<String, byte[]>> windows) {
        this.keyValues = keyValues;
        this.windows = windows;
    }

    public ReadOnlyStore open(Stores.KeyValue store) {
        return new ReadOnlyStore(store.name(), keyValues.apply(store));
    }

    /** Usage by hour or by day. */
    public ReadOnlyWindowStore<String, byte[]> open(Stores.Window store) {
        return windows.apply(store);
    }

    /** The stores that may be the only ones to know a domain. */
    public List<ReadOnlyStore> byDomain() {
        return EngineStores.KNOW_DOMAINS.stream().map(this::open).toList();
    }
}
