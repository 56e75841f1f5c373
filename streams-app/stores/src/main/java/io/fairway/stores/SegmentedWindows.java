package io.fairway.stores;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's window store on disk, which also survives an orderly stop while it is empty. Kafka keeps the offset of such a
 * store in its segments, one for each interval with a row. A store without a row has no place for it. After a stop in
 * order, Kafka then takes the whole task for one that was killed: it deletes all stores of the task, restores them from
 * their changelogs, and lets the group rebalance.
 */
public final class SegmentedWindows implements WindowStore<Bytes, byte[]> {
    /** What Kafka notes for a store whose changelog has no record yet: it is restored from its beginning. */
    static final long NOTHING_RESTORED = -4;

    private final WindowStore<Bytes, byte[]> windows;

    SegmentedWindows(WindowStore<Bytes, byte[]> windows) {
        this.windows = windows;
    }

    /**
     * The store of Kafka Streams on disk, restored from where it stopped.
     *
     * @param name of the store
     * @param retention how long windows are kept
     * @param size of a window
     */
    public static WindowBytesStoreSupplier supplier(String name, Duration retention, Duration size) {
        WindowBytesStoreSupplier kafkas = Stores.persistentWindowStore(name, retention, size, false);
        return new WindowBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public WindowStore<Bytes, byte[]> get() {
                return new SegmentedWindows(kafkas.get());
            }

            @Override
            public String metricsScope() {
                return kafkas.metricsScope();
            }

            @Override
            public long segmentIntervalMs() {
                return kafkas.segmentIntervalMs();
            }

            @Override
            public long windowSize() {
                return kafkas.windowSize();
            }

            @Override
            public boolean retainDuplicates() {
                return kafkas.retainDuplicates();
            }

            @Override
            public long retentionPeriod() {
                return kafkas.retentionPeriod();
            }
        };
    }

    /** An empty store can hold nothing that was not committed, so it need not be thrown away. */
    @Override
    public @Nullable Long committedOffset(TopicPartition changelog) {
        Long offset = windows.committedOffset(changelog);
        return offset == null && isOpen() && isEmpty() ? Long.valueOf(NOTHING_RESTORED) : offset;
    }

    private boolean isEmpty() {
        try (KeyValueIterator<Windowed<Bytes>, byte[]> rows = windows.all()) {
            return !rows.hasNext();
        }
    }

    @Override
    @SuppressWarnings("deprecation") // Kafka's default is false, and it still asks
    public boolean managesOffsets() {
        return windows.managesOffsets();
    }

    @Override
    public void commit(Map<TopicPartition, Long> offsets) {
        windows.commit(offsets);
    }

    @Override
    public String name() {
        return windows.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        windows.init(context, root);
    }

    @Override
    public boolean persistent() {
        return windows.persistent();
    }

    @Override
    public boolean isOpen() {
        return windows.isOpen();
    }

    @Override
    public Position getPosition() {
        return windows.getPosition();
    }

    @Override
    public void close() {
        windows.close();
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value, long windowStart) {
        windows.put(key, value, windowStart);
    }

    @Override
    public byte @Nullable [] fetch(Bytes key, long windowStart) {
        return windows.fetch(key, windowStart);
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(Bytes key, long from, long to) {
        return windows.fetch(key, from, to);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes first, Bytes last, long from, long to) {
        return windows.fetch(first, last, from, to);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long from, long to) {
        return windows.fetchAll(from, to);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
        return windows.all();
    }
}
