package io.fairway.simulator.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.EngineSettings;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A processor that counts records in its heap, and writes the counts when Kafka Streams writes a cached store through: the
 * simulated Streams does so before each commit, on the way of a failure, and early when the cache is full.
 */
class CommitListenersTest {
    private static final String STORE = "bell";
    private static final TaskKey TASK = new TaskKey(false, 0);

    private final SimulatedBroker broker = new SimulatedBroker(1_000_000);
    private final Topics topics = Topics.standard();
    private final List<String> happened = new ArrayList<>();
    private int committed;

    private final Instance.Watch watch = new Instance.Watch() {
        @Override
        public void committed(TaskKey task, List<Done> done, TaskStores stores) {
            committed++;
        }

        @Override
        public void happened(String what) {
            happened.add(what);
        }
    };

    /** The store under the cache: it keeps nothing, and its put runs what the processor has set. */
    private static final class FlushedStore implements KeyValueStore<Bytes, byte[]> {
        private final Map<TaskId, FlushedStore> all;
        private Runnable beforeCommit = () -> {};

        FlushedStore(Map<TaskId, FlushedStore> all) {
            this.all = all;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            all.put(context.taskId(), this);
        }

        @Override
        public void put(Bytes key, byte[] value) {
            beforeCommit.run();
        }

        @Override
        public String name() {
            return STORE;
        }

        @Override
        public void close() {}

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public byte[] get(Bytes key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] putIfAbsent(Bytes key, byte[] value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putAll(List<org.apache.kafka.streams.KeyValue<Bytes, byte[]>> entries) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] delete(Bytes key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> all() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long approximateNumEntries() {
            return 0;
        }
    }

    /** Counts records by key. */
    @SuppressWarnings("NullAway.Init") // Streams calls init before everything else
    private static final class Counting implements Processor<byte[], byte[], Object, Object> {
        private final Map<TaskId, FlushedStore> stores;
        private final Map<String, Integer> counts = new TreeMap<>();
        private final Map<String, Integer> dirty = new TreeMap<>();
        private KeyValueStore<String, byte[]> stored;
        private KeyValueStore<String, byte[]> flushed;

        Counting(Map<TaskId, FlushedStore> stores) {
            this.stores = stores;
        }

        @Override
        public void init(ProcessorContext<Object, Object> context) {
            counts.clear();
            dirty.clear();
            stored = Stores.LINES.open(context);
            flushed = context.getStateStore(STORE);
            try (KeyValueIterator<String, byte[]> all = stored.all()) {
                all.forEachRemaining(entry -> counts.put(entry.key, (int) entry.value[0]));
            }
            Objects.requireNonNull(stores.get(context.taskId())).beforeCommit = () -> {
                dirty.forEach((key, count) -> stored.put(key, new byte[] {count.byteValue()}));
                dirty.clear();
            };
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            dirty.put(key, counts.merge(key, 1, Integer::sum));
            flushed.put("x", new byte[0]);
        }

        @Override
        public void close() {
            counts.clear();
            dirty.clear();
        }
    }

    private final Wiring wiring = new Wiring() {
        @Override
        public ProcessParts program(ProcessParts program) {
            Map<TaskId, FlushedStore> stores = new HashMap<>();
            return new ProcessParts() {
                @Override
                public Processor<byte[], byte[], Object, Object> processor(TaskKey task, LongSupplier nanos) {
                    return new Counting(stores);
                }

                @Override
                public List<KeyValueStore<Bytes, byte[]>> underCaches(TaskKey task) {
                    return List.of(new FlushedStore(stores));
                }
            };
        }
    };

    private Instance instance;

    @BeforeEach
    void start() {
        instance = instance(0);
    }

    private Instance instance(int fullCaches) {
        Application application = new Application(
                topics,
                FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://bell")),
                DomainPartitions.parse(""),
                1,
                new EngineSettings(false, Long.MAX_VALUE, 250, 10_000, 1_000, 5_000, 120_000, 3_600_000, 1_000),
                wiring);
        return new Instance("one", application, broker, new Group(List.of(TASK)), watch, false, 1, fullCaches, () -> 0);
    }

    private void send(String... keys) {
        for (String key : keys) {
            broker.append(topics.name(Topic.JOB_EVENTS), 0, key.getBytes(StandardCharsets.UTF_8), new byte[0]);
        }
    }

    private void turn() {
        broker.advanceTo(broker.now() + Instance.COMMIT_INTERVAL);
        instance.turn();
    }

    /** All records of the changelog, those of aborted transactions in brackets. */
    private List<String> changelog() {
        List<String> all = new ArrayList<>();
        var log = broker.log("lines-changelog", 0);
        List<LogEntry> seen = log.committed();
        for (LogEntry entry = log.nextUncommitted(0); entry != null; entry = log.nextUncommitted(entry.offset() + 1)) {
            String text = entry.key() + "=" + ((byte[]) java.util.Objects.requireNonNull(entry.value()))[0];
            all.add(seen.contains(entry) ? text : "(" + text + ")");
        }
        return all;
    }

    @Test
    void aCommitWritesEachDirtyEntryOnce() {
        send("a", "b", "a", "a");
        turn();
        assertThat(changelog()).containsExactly("a=3", "b=1");

        turn();
        assertThat(changelog()).hasSize(2);

        send("b");
        turn();
        assertThat(changelog()).containsExactly("a=3", "b=1", "b=2");
        assertThat(committed).isEqualTo(2);
    }

    @Test
    void aFullCacheIsWrittenThroughAtOnce() {
        instance = instance(100);
        send("a", "a");
        turn();

        assertThat(changelog()).containsExactly("a=1", "a=2");
    }

    @Test
    void whatAFailedThreadWritesOnItsWayIsInTheAbortedTransaction() {
        send("a");
        turn();
        send("a", "b");
        instance.endBefore(0, false); // The flush of the caches is its next effect.
        turn();
        assertThat(happened).containsExactly("thread failed before the flush of the caches");
        assertThat(changelog()).containsExactly("a=1", "(a=2)", "(b=1)");

        broker.advanceTo(broker.now() + 1_000);
        turn();
        assertThat(changelog()).containsExactly("a=1", "(a=2)", "(b=1)", "a=2", "b=1");
    }

    /** The same objects begin again: nothing in their heap may outlive the abort. */
    @Test
    void aCommitThatTimesOutWritesAgain() {
        send("a");
        turn();
        send("a", "b");
        instance.timeOutCommit(false);
        turn();
        assertThat(happened).containsExactly("commit timed out and was rolled back");
        assertThat(changelog()).containsExactly("a=1", "(a=2)", "(b=1)");

        turn();
        assertThat(changelog()).containsExactly("a=1", "(a=2)", "(b=1)", "a=2", "b=1");
    }

    @Test
    void aCommitThatTimesOutAndWasDoneIsNotDoneAgain() {
        send("a");
        instance.timeOutCommit(true);
        turn();
        turn();
        send("a");
        turn();

        assertThat(happened).containsExactly("commit timed out and was done");
        assertThat(changelog()).containsExactly("a=1", "a=2");
    }

    @Test
    void aKilledInstanceWritesNothing() {
        instance.keepPlace(true);
        send("a");
        turn();
        send("a", "b");
        instance.endBefore(2, true); // The flush, the put of a, then the put of b.
        turn();
        assertThat(happened).containsExactly("killed before a put");
        assertThat(changelog()).containsExactly("a=1", "(a=2)");

        instance.start();
        turn();
        assertThat(changelog()).containsExactly("a=1", "(a=2)", "a=2", "b=1");
    }

    @Test
    void aTaskThatIsSuspendedWritesBefore() {
        send("a");
        turn();
        send("a");
        broker.advanceTo(broker.now() + 1);
        instance.turn(); // Too early for a commit.
        assertThat(changelog()).containsExactly("a=1");

        instance.suspendAndResume();
        assertThat(changelog()).containsExactly("a=1", "a=2");

        send("a");
        turn();
        assertThat(changelog()).containsExactly("a=1", "a=2", "a=3");
    }

    @Test
    void aCleanStopWritesBefore() {
        send("a");
        broker.advanceTo(broker.now() + 1);
        instance.turn();
        instance.stop();

        assertThat(changelog()).containsExactly("a=1");
    }
}
