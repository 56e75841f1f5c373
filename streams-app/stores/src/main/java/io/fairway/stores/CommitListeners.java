package io.fairway.stores;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Tells a task, within its transaction, that a commit follows. Kafka Streams has no call for that: {@code StateStore.commit}
 * comes when the transaction is over. But it writes the caches of stores through before each commit. So every task has
 * a store with a cache that keeps nothing: when Streams writes it through, the task's listener runs on the task's thread.
 * It may run early, when the cache is full.
 *
 * <p>One instance belongs to one topology. It knows tasks by their ids, because Streams hides our store under its own.
 */
public final class CommitListeners {
    /** Name of the store, older than that of the class. It has no changelog. */
    public static final String STORE = "bell";

    private static final String ENTRY = "registration";
    private static final byte[] NOTHING = {};

    private final Map<TaskId, Runnable> listeners = new ConcurrentHashMap<>();

    /** The store of each task. */
    public StoreBuilder<?> builder() {
        return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                        ConcurrentStore.supplier(STORE, this::store), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled()
                .withCachingEnabled();
    }

    /** The store under the cache, for who plays Kafka Streams himself. */
    public KeyValueStore<Bytes, byte[]> store() {
        return new Silent(this);
    }

    /**
     * Registers the listener of a task.
     *
     * @param listener runs before each commit that follows {@link Registration#arm}
     */
    public Registration register(ProcessorContext<?, ?> context, Runnable listener) {
        KeyValueStore<String, byte[]> cached = context.getStateStore(STORE);
        listeners.put(context.taskId(), listener);
        return new Registration(() -> cached.put(ENTRY, NOTHING), () -> listeners.remove(context.taskId(), listener));
    }

    private void beforeCommit(TaskId task) {
        Runnable listener = listeners.get(task);
        if (listener != null) {
            listener.run();
        }
    }

    /** The listener of one start of a task. */
    public record Registration(Runnable arming, Runnable removal) {
        /** Asks for a call before the next commit. Without a cache, the listener runs at once. */
        public void arm() {
            arming.run();
        }

        /** The listener of this start of the task runs no longer. */
        public void cut() {
            removal.run();
        }
    }

    /** Keeps nothing. */
    private static final class Silent extends ConcurrentStore {
        private final CommitListeners commitListeners;
        private @Nullable TaskId task;

        Silent(CommitListeners commitListeners) {
            super(STORE, StoreEntries::ordered);
            this.commitListeners = commitListeners;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            task = context.taskId();
            super.init(context, root);
        }

        @Override
        public void put(Bytes key, byte @Nullable [] value) {
            TaskId own = task;
            if (own != null) {
                commitListeners.beforeCommit(own);
            }
        }
    }
}
