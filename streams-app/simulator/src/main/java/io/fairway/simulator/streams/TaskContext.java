package io.fairway.simulator.streams;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** What Kafka Streams tells and does for one task and its stores. Time is what the task's instance reads, once for each turn. */
final class TaskContext implements ProcessorContext<Object, Object>, StateStoreContext {
    private final TaskKey task;
    private final TaskStores stores;
    private final Output outlet;
    private final List<Timer> timers = new ArrayList<>();
    private long clock;
    private @Nullable RecordMetadata from;
    private boolean commitAsked;

    /** Takes what is forwarded to a node. */
    interface Output {
        void forward(String node, Record<?, ?> record);
    }

    TaskContext(TaskKey task, TaskStores stores, Output outlet) {
        this.task = task;
        this.stores = stores;
        this.outlet = outlet;
    }

    /** One timer of the wall clock. As in Kafka Streams, missed beats are not made up. */
    private static final class Timer implements Cancellable {
        private final long interval;
        private final Punctuator punctuator;
        private long next;
        private boolean cancelled;

        Timer(long next, long interval, Punctuator punctuator) {
            this.next = next;
            this.interval = interval;
            this.punctuator = punctuator;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    /** The place of a record on its topic. */
    private record Place(String topic, int partition, long offset) implements RecordMetadata {}

    void at(long time) {
        clock = time;
    }

    void reading(String topic, int partition, long offset) {
        from = new Place(topic, partition, offset);
    }

    /** Runs the timers that are due. Returns whether any was. */
    boolean punctuate() {
        from = null;
        boolean any = false;
        for (Timer timer : List.copyOf(timers)) {
            if (!timer.cancelled && timer.next <= clock) {
                long missed = (clock - timer.next) / timer.interval;
                timer.punctuator.punctuate(clock);
                timer.next += (missed + 1) * timer.interval;
                any = true;
            }
        }
        timers.removeIf(timer -> timer.cancelled);
        return any;
    }

    /** Runs all timers, due or not. */
    void punctuateAll() {
        from = null;
        for (Timer timer : List.copyOf(timers)) {
            if (!timer.cancelled) {
                timer.punctuator.punctuate(clock);
            }
        }
        timers.removeIf(timer -> timer.cancelled);
    }

    @Override
    public <K, V> void forward(Record<K, V> record) {
        throw new UnsupportedOperationException("the processors name the node that they forward to");
    }

    @Override
    public <K, V> void forward(Record<K, V> record, String childName) {
        outlet.forward(childName, record);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // as in Kafka Streams, the caller says which kind of store it is
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.open(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        Timer timer = new Timer(clock + interval.toMillis(), interval.toMillis(), callback);
        timers.add(timer);
        return timer;
    }

    @Override
    public Cancellable schedule(Instant start, Duration interval, PunctuationType type, Punctuator callback) {
        throw new UnsupportedOperationException("nobody asks for an anchored timer");
    }

    @Override
    public long currentSystemTimeMs() {
        return clock;
    }

    @Override
    public long currentStreamTimeMs() {
        throw new UnsupportedOperationException("nobody asks for stream time");
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.ofNullable(from);
    }

    @Override
    public Map<String, Object> appConfigs() {
        return Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return Map.of();
    }

    @Override
    public String applicationId() {
        return "simulated";
    }

    @Override
    public TaskId taskId() {
        return new TaskId(task.relay() ? 1 : 0, task.partition());
    }

    @Override
    public void commit() {
        commitAsked = true;
    }

    /** Whether the task has asked for a commit since this was last asked. */
    boolean takeCommitAsked() {
        boolean asked = commitAsked;
        commitAsked = false;
        return asked;
    }

    /** A store without a changelog has nothing to restore, and the task restores the others itself. */
    @Override
    public void register(StateStore store, StateRestoreCallback restore) {}

    @Override
    public void register(StateStore store, StateRestoreCallback restore, CommitCallback checkpoint) {}

    @Override
    public Serde<?> keySerde() {
        throw new UnsupportedOperationException("nodes have their own serdes");
    }

    @Override
    public Serde<?> valueSerde() {
        throw new UnsupportedOperationException("nodes have their own serdes");
    }

    @Override
    public File stateDir() {
        throw new UnsupportedOperationException("stores are in memory");
    }

    @Override
    public StreamsMetrics metrics() {
        throw new UnsupportedOperationException("nothing is metered");
    }
}
