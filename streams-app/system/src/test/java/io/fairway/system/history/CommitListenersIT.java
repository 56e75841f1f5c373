package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.stores.CommitListeners;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A processor that counts records in its heap, and writes its counts only when the bell rings, on a real broker. Whatever
 * goes wrong around a commit, the committed counts are those of all records in the end.
 */
@Order(2)
class CommitListenersIT {
    private static final Duration PATIENCE = HistoryRig.PATIENCE;
    private static final int PARTITIONS = 2;
    private static final int KEYS = 5;
    private static final String CHANGELOG = "counting-counts-changelog";
    private static final List<TopicPartition> LOGS = IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new TopicPartition(CHANGELOG, partition))
            .toList();

    @TempDir
    private Path directory;

    /** Runs once, on the thread of a task, after its entries were written and before they are committed. */
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

    private final LongAdder taken = new LongAdder();
    private final AtomicInteger written = new AtomicInteger();
    private final List<KafkaStreams> running = new ArrayList<>();
    private EmbeddedBroker broker;
    private Admin admin;
    private KafkaProducer<String, String> producer;
    private int sent;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.start(
                directory.resolve("broker"),
                Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500"));
        Map<String, Object> clients = Map.of("bootstrap.servers", broker.bootstrapServers());
        admin = Admin.create(clients);
        admin.createTopics(Set.of(new NewTopic("in", PARTITIONS, (short) 1)))
                .all()
                .get();
        producer = new KafkaProducer<>(clients, new StringSerializer(), new StringSerializer());
    }

    @AfterEach
    void stop() {
        running.forEach(streams -> streams.close(PATIENCE));
        producer.close();
        admin.close();
        broker.close();
    }

    private final class Counting implements Processor<String, String, Void, Void> {
        private final CommitListeners commitListeners;
        private final Map<String, Integer> counts = new HashMap<>();
        private final Map<String, Integer> dirty = new TreeMap<>();
        private CommitListeners.Registration registration = new CommitListeners.Registration(() -> {}, () -> {});

        Counting(CommitListeners commitListeners) {
            this.commitListeners = commitListeners;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            counts.clear();
            dirty.clear();
            KeyValueStore<String, Integer> store = context.getStateStore("counts");
            try (KeyValueIterator<String, Integer> all = store.all()) {
                all.forEachRemaining(entry -> counts.put(entry.key, entry.value));
            }
            registration = commitListeners.register(context, () -> {
                dirty.forEach(store::put);
                written.addAndGet(dirty.size());
                dirty.clear();
                beforeCommit.getAndSet(() -> {}).run();
            });
        }

        @Override
        public void process(Record<String, String> record) {
            dirty.put(record.key(), counts.merge(record.key(), 1, Integer::sum));
            taken.increment();
            registration.arm();
        }

        @Override
        public void close() {
            registration.cut();
        }
    }

    private void instance(String name, Map<String, Object> more) {
        CommitListeners commitListeners = new CommitListeners();
        Topology topology = new Topology();
        topology.addSource("read", new StringDeserializer(), new StringDeserializer(), "in");
        topology.addProcessor("count", () -> new Counting(commitListeners), "read");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Integer())
                        .withCachingDisabled(),
                "count");
        topology.addStateStore(commitListeners.builder(), "count");
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "application.id",
                "counting",
                "client.id",
                name,
                "bootstrap.servers",
                broker.bootstrapServers(),
                "state.dir",
                directory.resolve(name).toString(),
                "processing.guarantee",
                StreamsConfig.EXACTLY_ONCE_V2,
                "commit.interval.ms",
                100,
                "consumer.auto.offset.reset",
                "earliest",
                "producer.transaction.timeout.ms",
                3_000));
        properties.putAll(more);
        KafkaStreams streams = new KafkaStreams(topology, properties);
        streams.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
        streams.start();
        running.add(streams);
    }

    /** Sends records, as many of each key. */
    private void send(int count) {
        for (int i = 0; i < count; i++) {
            for (int key = 0; key < KEYS; key++) {
                var unused = producer.send(new ProducerRecord<>("in", key % PARTITIONS, "key" + key, "x"));
            }
        }
        producer.flush();
        sent += count;
    }

    private Map<String, Integer> stored(String isolation) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Object> configs =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", isolation);
        try (var consumer = new KafkaConsumer<>(configs, new StringDeserializer(), new IntegerDeserializer())) {
            consumer.assign(LOGS);
            consumer.seekToBeginning(LOGS);
            Map<TopicPartition, Long> ends = consumer.endOffsets(LOGS);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> counts.put(record.key(), record.value()));
            }
        }
        return counts;
    }

    /** Every key was sent as often. */
    private Map<String, Integer> expected() {
        Map<String, Integer> expected = new TreeMap<>();
        IntStream.range(0, KEYS).forEach(key -> expected.put("key" + key, sent));
        return expected;
    }

    private void awaitCommitted() {
        Awaitility.await("all is committed").atMost(PATIENCE).until(() -> stored("read_committed"), expected()::equals);
    }

    /** What was written is in the log, uncommitted, when the thread dies. */
    @Test
    void aThreadThatDiesBetweenItsWritesAndTheirCommitLeavesNothing() {
        instance("first", Map.of());
        send(20);
        awaitCommitted();
        Map<String, Integer> before = expected();
        AtomicReference<Map<String, Integer>> dead = new AtomicReference<>(Map.of());
        beforeCommit.set(() -> {
            Awaitility.await("the writes are in the log")
                    .atMost(PATIENCE)
                    .until(() -> stored("read_uncommitted"), counts -> !counts.equals(before));
            dead.set(stored("read_committed"));
            throw new IllegalStateException("dies before its commit");
        });

        send(20);
        awaitCommitted();

        assertThat(dead.get()).as("committed when it died").isEqualTo(before);
        assertThat(running.get(0).metadataForLocalThreads()).hasSize(1);
    }

    /** The broker rolls the transaction back while the task is about to commit it. */
    @Test
    void aCommitThatTimesOutLeavesNothing() {
        instance("first", Map.of());
        send(20);
        awaitCommitted();
        beforeCommit.set(() -> Awaitility.await("the broker has rolled back")
                .atMost(PATIENCE)
                .until(() -> admin.listTransactions(
                                new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                        .all()
                        .get()
                        .isEmpty()));

        send(20);
        awaitCommitted();
        send(3);
        awaitCommitted();
    }

    /** Nothing commits here for ten minutes but the rebalance itself, and then the end. */
    @Test
    void aTaskThatMovesWritesBeforeItGoes() {
        Map<String, Object> seldom = Map.of("commit.interval.ms", 600_000, "producer.transaction.timeout.ms", 600_000);
        instance("first", seldom);
        send(20);
        Awaitility.await("all is taken").atMost(PATIENCE).until(() -> taken.sum() == 20 * KEYS);
        assertThat(written).hasValue(0);

        instance("second", seldom);
        awaitCommitted();
        assertThat(written).as("one record for each key").hasValue(KEYS);
        send(20);
        Awaitility.await("all is taken").atMost(PATIENCE).until(() -> taken.sum() == 40 * KEYS);
        running.forEach(streams -> streams.close(PATIENCE));

        assertThat(stored("read_committed")).isEqualTo(expected());
        assertThat(written).as("one more for each key").hasValue(2 * KEYS);
    }

    @Test
    void withoutACacheEveryRecordIsWritten() {
        instance("first", Map.of("statestore.cache.max.bytes", 0));
        send(20);
        awaitCommitted();

        assertThat(written).hasValue(20 * KEYS);
    }
}
