package io.fairway.engine.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Tells a task, within its transaction, that a commit follows. Kafka Streams has no call for that: {@code StateStore.commit}
 * comes when the transaction is over. But it writes the caches of stores through before each commit. So every task has
 * a store with a cache that keeps nothing: when Streams writes it through, the bell rings on the thread of the task. It may
 * ring early, when the cache is full.
 *
 * <p>One bell belongs to one topology. It knows tasks by their ids, because Streams hides our store under its own.
 */
public final class CommitListeners {
    /** Name of the store. It has no changelog. */
    public static final String STORE = "bell";

    private static final String ENTRY = "registration";
    private static final byte[] NOTHING = {};

    private final Map<TaskId, Runnable> listeners = new ConcurrentHashMap<>();

    /** The store of each task. */
    public StoreBuilder<?> builder() {
        return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                        new KeyValueBytesStoreSupplier() {
                            @Override
                            public String name() {
                                return STORE;
                            }

                            @Override
                            public KeyValueStore<Bytes, byte[]> get() {
                                return store();
                            }

                            @Override
                            public String metricsScope() {
                                return "in-memory";
                            }
                        },
                        Serdes.String(),
                        Serdes.ByteArray())
                .withLoggingDisabled()
                .withCachingEnabled();
    }

    /** The store under the cache, for who plays Kafka Streams himself. */
    public KeyValueStore<Bytes, byte[]> store() {
        return new Silent(this);
    }

    /**
     * Lets the bell ring for a task from now on.
     *
     * @param ringer runs before each commit after {@link Rope#arm}
     */
    public Registration register(ProcessorContext<?, ?> context, Runnable ringer) {
        KeyValueStore<String, byte[]> cached = context.getStateStore(STORE);
        listeners.put(context.taskId(), ringer);
        return new Registration(() -> cached.put(ENTRY, NOTHING), () -> listeners.remove(context.taskId(), ringer));
    }

    private void beforeCommit(TaskId task) {
        Runnable ringer = listeners.get(task);
        if (ringer != null) {
            ringer.run();
        }
    }

    /** What one start of a task has of the bell. */
    public record Registration(Runnable puller, Runnable cutter) {
        /** Asks for a ring before the next commit. Without a cache, it rings at once. */
        public void arm() {
            puller.run();
        }

        /** The bell rings for this start of the task no longer. */
        public void cut() {
            cutter.run();
        }
    }

    /** Keeps nothing. */
    private static final class Silent implements KeyValueStore<Bytes, byte[]> {
        private static final Position NOWHERE = Position.emptyPosition();

        private final CommitListeners commitListeners;
        private @Nullable TaskId task;
        private volatile boolean open;

        Silent(CommitListeners commitListeners) {
            this.commitListeners = commitListeners;
        }

        @Override
        public String name() {
            return STORE;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            task = context.taskId();
            context.register(root, (key, value) -> {});
            open = true;
        }

        @Override
        public void put(Bytes key, byte @Nullable [] value) {
            TaskId own = task;
            if (own != null) {
                commitListeners.beforeCommit(own);
            }
        }

        @Override
        public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
            put(key, value);
            return null;
        }

        @Override
        public void putAll(List<KeyValue<Bytes, byte[]>> all) {
            all.forEach(entry -> put(entry.key, entry.value));
        }

        @Override
        public byte @Nullable [] delete(Bytes key) {
            return null;
        }

        @Override
        public byte @Nullable [] get(Bytes key) {
            return null;
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
            return ConcurrentStore.nothing();
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> all() {
            return ConcurrentStore.nothing();
        }

        @Override
        public long approximateNumEntries() {
            return 0;
        }

        @Override
        public Position getPosition() {
            return NOWHERE;
        }

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
