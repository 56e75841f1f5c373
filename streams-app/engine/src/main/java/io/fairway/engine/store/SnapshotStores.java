package io.fairway.engine.store;

import java.util.function.Function;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;

/** The stores of one partition, in a form that other threads than its task's may read. */
public final class SnapshotStores implements StateStores {
    private final Function<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> keyValues;
    private final Function<Stores.Window, ReadOnlyWindowStore<String, byte[]>> windows;

    public SnapshotStores(
            Function<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> keyValues,
            Function<Stores.Window, ReadOnlyWindowStore<String, byte[]>> windows) {
        this.keyValues = keyValues;
        this.windows = windows;
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> activeJobs() {
        return open(Stores.ACTIVE_JOBS);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> settledJobs() {
        return open(Stores.SETTLED_JOBS);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> lines() {
        return open(Stores.LINES);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> rings() {
        return open(Stores.RINGS);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> shares() {
        return open(Stores.SHARES);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> hosts() {
        return open(Stores.HOSTS);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> policies() {
        return open(Stores.POLICIES);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> remoteUsage() {
        return open(Stores.REMOTE_USAGE);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> adjustments() {
        return open(Stores.ADJUSTMENTS);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> held() {
        return open(Stores.HELD);
    }

    @Override
    public ReadOnlyKeyValueStore<String, byte[]> clocks() {
        return open(Stores.CLOCKS);
    }

    /** One of the stores of the task. */
    public ReadOnlyKeyValueStore<String, byte[]> open(Stores.KeyValue store) {
        return keyValues.apply(store);
    }

    /** Usage by hour or by day. */
    public ReadOnlyWindowStore<String, byte[]> open(Stores.Window store) {
        return windows.apply(store);
    }
}
