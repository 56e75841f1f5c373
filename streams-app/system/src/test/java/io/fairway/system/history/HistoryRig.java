package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.AppHere;
import io.fairway.system.CommittedTopics;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.LineDigest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.ThrowingRunnable;

/** Sends a history through brokers and application processes in replay mode, and reads the result. */
public final class HistoryRig implements AutoCloseable {
    /**
     * How long anything is waited for: a safeguard that says how it all stands, instead of a build that hangs. What is quick
     * on a quiet machine may take many times as long on a busy one, and is no worse for it.
     */
    static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Clients give up after a minute by themselves, which a busy machine may take to answer. */
    private static final int CLIENT_PATIENCE_MILLIS = Math.toIntExact(PATIENCE.toMillis());

    /** Compiled quickly rather than well: an instance lives for a test, and is started several times. */
    private static final List<String> JVM_OPTIONS = ShortLivedJvm.options("512m");

    private final Path directory;
    private final String bootstrap;
    private final String registry;
    private final int partitions;
    private final Topics topics;
    private final String application;
    private final FairwaySerdes serdes;
    private final CommittedTopics committed = new CommittedTopics(this::consumer);
    private final Admin admin;
    private final KafkaProducer<String, byte[]> producer;
    private final Map<Class<?>, Serializer<SpecificRecord>> serializers = new HashMap<>();
    private final List<AppProcess> apps = new ArrayList<>();
    private final List<AppHere> here = new ArrayList<>();

    public HistoryRig(Path directory, String bootstrap, String registry, int partitions, short replication) {
        this(directory, bootstrap, registry, Topics.standard().prefix(), partitions, replication);
    }

    /** As above, with topics and an application of its own: several share a broker. */
    HistoryRig(Path directory, String bootstrap, String registry, String prefix, int partitions, short replication) {
        this.directory = directory;
        topics = Topics.withPrefix(prefix);
        application = prefix + "fairway-history";
        this.bootstrap = bootstrap;
        this.registry = registry;
        this.partitions = partitions;
        serdes = new FairwaySerdes(Map.of("schema.registry.url", registry));
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap, "default.api.timeout.ms", CLIENT_PATIENCE_MILLIS));
        TopicAdmin.apply(admin, topics, partitions, replication);
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "acks",
                        "all",
                        "linger.ms",
                        20,
                        "max.block.ms",
                        CLIENT_PATIENCE_MILLIS,
                        "delivery.timeout.ms",
                        CLIENT_PATIENCE_MILLIS,
                        "partitioner.class",
                        DomainPartitioner.class.getName()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    Admin admin() {
        return admin;
    }

    String application() {
        return application;
    }

    /** Waits until no instance is in the group. */
    void awaitNoMembers() {
        Awaitility.await("the group is empty")
                .atMost(PATIENCE)
                .until(() -> Objects.requireNonNull(admin.describeConsumerGroups(List.of(application))
                                .all()
                                .get()
                                .get(application))
                        .members()
                        .isEmpty());
    }

    Topics topics() {
        return topics;
    }

    KafkaProducer<String, byte[]> producer() {
        return producer;
    }

    /** Starts an instance of the application. */
    public AppProcess startApp(String instance, Map<String, String> more) {
        return startApp(instance, more, List.of());
    }

    /** @param options of {@code serve} for this start alone */
    AppProcess startApp(String instance, Map<String, String> more, List<String> options) {
        AppProcess app =
                AppProcess.start(directory.resolve("app-" + instance), settings(instance, more), JVM_OPTIONS, options);
        apps.add(app);
        return app;
    }

    /** Starts an instance inside this JVM. */
    AppHere startHere(String instance, Map<String, String> more) {
        return startHere(instance, more, List.of());
    }

    /** @param options of {@code serve} for this start alone */
    AppHere startHere(String instance, Map<String, String> more, List<String> options) {
        AppHere app = AppHere.start(settings(instance, more), options);
        here.add(app);
        return app;
    }

    /** The whole configuration of an instance. */
    Map<String, String> settings(String instance, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("schema.registry.url", registry);
        settings.put("application.id", application);
        settings.put("topic.prefix", topics.prefix());
        settings.put("mode", "replay");
        settings.put("evaluation.interval.ms", "300000");
        settings.put("kafka.client.id", instance);
        settings.put("state.dir", directory.resolve("state-" + instance).toString());
        // Restarted, it is known by its state and need not wait for its last transaction to time out.
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        settings.putAll(more);
        return settings;
    }

    public void send(List<GeneratedHistory.Produced> records) {
        for (GeneratedHistory.Produced record : records) {
            var unused = producer.send(new ProducerRecord<>(
                    topics.name(record.topic()), record.key(), bytes(record.topic(), record.value())));
        }
        producer.flush();
    }

    byte[] bytes(Topic topic, SpecificRecord value) {
        Serializer<SpecificRecord> serializer = serializers.computeIfAbsent(
                value.getClass(), type -> serdes.serializer(topic.valueClass().asSubclass(SpecificRecord.class)));
        return serializer.serialize(topics.name(topic), value);
    }

    /** Whether every transaction was committed or rolled back; not while a coordinator moves. */
    boolean noTransactionIsOpen() {
        try {
            return admin.listTransactions().all().get().stream()
                    .allMatch(transaction -> transaction.state() == TransactionState.EMPTY
                            || transaction.state() == TransactionState.COMPLETE_COMMIT
                            || transaction.state() == TransactionState.COMPLETE_ABORT);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while transactions are listed", e);
        }
    }

    /** The number of records that the application has processed and committed. */
    long processed(Topic topic) {
        try {
            var committed = admin.listConsumerGroupOffsets(application)
                    .partitionsToOffsetAndMetadata()
                    .get();
            return committed.entrySet().stream()
                    .filter(entry -> entry.getKey().topic().equals(topics.name(topic)))
                    .mapToLong(entry -> entry.getValue().offset())
                    .sum();
        } catch (Exception e) {
            return 0; // no coordinator at the moment
        }
    }

    /** The partitions of an instance; none during a rebalance. */
    Set<Integer> tasksOf(String instance) {
        try {
            ConsumerGroupDescription group = Objects.requireNonNull(admin.describeConsumerGroups(List.of(application))
                    .all()
                    .get()
                    .get(application));
            return group.members().stream()
                    .filter(member -> member.clientId().startsWith(instance + "-"))
                    .flatMap(member -> member.assignment().topicPartitions().stream())
                    .filter(partition -> partition.topic().equals(topics.name(Topic.JOB_EVENTS)))
                    .map(TopicPartition::partition)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (Exception e) {
            return Set.of(); // no coordinator at the moment
        }
    }

    /** The whole state, for the message of a failure. */
    private String state() {
        StringBuilder state = new StringBuilder();
        for (Topic topic : topics.inputs()) {
            try {
                state.append(String.format("%n%s: %d of %d", topic, processed(topic), end(topic)));
            } catch (Exception e) {
                state.append(String.format("%n%s: %s", topic, e));
            }
        }
        apps.forEach(app -> state.append(state("process " + app.pid(), app.isAlive(), app.printed())));
        here.forEach(app -> state.append(state("application in this JVM", app.isAlive(), app.printed())));
        return state.toString();
    }

    private static String state(String what, boolean isAlive, String printed) {
        List<String> said = printed.lines().toList();
        return String.format("%n%s, alive: %s%n", what, isAlive)
                + String.join("\n", said.subList(Math.max(0, said.size() - 60), said.size()));
    }

    /** Waits until a task of certain partitions commits a line after the current end. */
    Output nextOutput(Set<Integer> ofPartitions) {
        return new Output(consumer(), topics.name(Topic.USAGE), ofPartitions);
    }

    /** The next committed line. */
    final class Output implements AutoCloseable {
        private final KafkaConsumer<String, byte[]> consumer;

        Output(KafkaConsumer<String, byte[]> consumer, String topic, Set<Integer> partitions) {
            this.consumer = consumer;
            List<TopicPartition> watched = partitions.stream()
                    .map(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(watched);
            consumer.seekToEnd(watched);
            watched.forEach(consumer::position); // now, and not at the first poll
        }

        void await() {
            try {
                Awaitility.await("a line is committed")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ZERO)
                        .pollDelay(Duration.ZERO)
                        .until(() -> !consumer.poll(Duration.ofMillis(100)).isEmpty());
            } catch (ConditionTimeoutException e) {
                throw new AssertionError("no line was committed: " + state(), e);
            }
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    /** A busy machine takes longer: only one that gets nowhere for all of {@link #PATIENCE} has failed. */
    void awaitProcessed() {
        List<Topic> inputs = new ArrayList<>(topics.inputs());
        inputs.add(Topic.MISROUTED);
        for (Topic topic : inputs) {
            boolean done;
            do {
                done = isProcessed(topic);
            } while (!done);
        }
    }

    /** False if it is not, and some of it was processed meanwhile. */
    private boolean isProcessed(Topic topic) {
        long before = processed(topic);
        try {
            Awaitility.await("everything on " + topic + " is processed")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(() -> processed(topic) == end(topic));
            return true;
        } catch (ConditionTimeoutException e) {
            if (processed(topic) > before) {
                return false;
            }
            throw new AssertionError("not everything was processed: " + state(), e);
        }
    }

    /** Ends the history as a replay does; the digest over all lines. */
    String finish(GeneratedHistory history) {
        awaitProcessed();
        Set<String> awaited = new HashSet<>();
        for (String domain : history.domains()) {
            ClockTick tick = new ClockTick(domain, GeneratedHistory.END, true);
            send(List.of(new GeneratedHistory.Produced(Topic.CLOCK, Keys.domain(domain), tick)));
            awaited.add(Keys.heartbeat(domain, "main"));
        }
        Awaitility.await("every domain is evaluated through the end")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    var heartbeats = serdes.deserializer(Heartbeat.class);
                    Set<String> there = new HashSet<>();
                    readAll(Topic.HEARTBEATS, record -> {
                        Heartbeat beat = heartbeats.deserialize(record.topic(), record.value());
                        if (!beat.getEvaluatedThrough().isBefore(GeneratedHistory.END)) {
                            there.add(record.key());
                        }
                    });
                    return there.containsAll(awaited);
                });
        TreeMap<String, UsageRecord> lines = new TreeMap<>();
        var usage = serdes.deserializer(UsageRecord.class);
        readAll(Topic.USAGE, record -> lines.put(record.key(), usage.deserialize(record.topic(), record.value())));
        assertThat(lines).isNotEmpty();
        return LineDigest.of(lines, GeneratedHistory.measures(), GeneratedHistory.END.toEpochMilli());
    }

    /** The kinds of the dead letters, sorted. */
    List<String> deadLetterKinds() {
        List<String> kinds = new ArrayList<>();
        readAll(
                Topic.DEAD_LETTERS,
                record -> kinds.add(new String(
                        record.headers().lastHeader(DeadLetterHeaders.KIND).value(), StandardCharsets.UTF_8)));
        kinds.sort(null);
        return kinds;
    }

    /** Waits until something holds; a failure tells how it all stands. */
    void await(String what, ThrowingRunnable assertion) {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(assertion);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + state(), e);
        }
    }

    /** The last usage that was sent of each user. */
    Map<String, Double> usage() {
        var lines = serdes.deserializer(UsageRecord.class);
        Map<String, Double> last = new HashMap<>();
        readAll(Topic.USAGE, record -> {
            UsageRecord line = lines.deserialize(record.topic(), record.value());
            last.put(line.getUser(), line.getValue());
        });
        return last;
    }

    /** Hands out the committed records of a topic, from the first to the last. */
    void readAll(Topic topic, Consumer<ConsumerRecord<String, byte[]>> action) {
        readAll(topics.name(topic), action);
    }

    void readAll(String topic, Consumer<ConsumerRecord<String, byte[]>> action) {
        committed.of(topic).forEach(action);
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "default.api.timeout.ms",
                        CLIENT_PATIENCE_MILLIS),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private long end(Topic topic) throws Exception {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        allPartitions(topic).forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        return admin.listOffsets(latest).all().get().values().stream()
                .mapToLong(offset -> offset.offset())
                .sum();
    }

    private List<TopicPartition> allPartitions(Topic topic) {
        return allPartitions(topics.name(topic));
    }

    private List<TopicPartition> allPartitions(String topic) {
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        return all;
    }

    @Override
    public void close() {
        apps.forEach(AppProcess::kill);
        here.forEach(AppHere::close);
        committed.close();
        producer.close(Duration.ofSeconds(2));
        admin.close(Duration.ofSeconds(2));
    }
}
