package io.fairway.bench.bed;

import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What one measurement runs on: empty servers, Fairway's topics, a writer, and the programs that are measured, each in
 * a process of its own.
 */
public final class Testbed implements AutoCloseable {
    /** The topic that floors write to. */
    public static final String FLOOR_OUTPUT = "floor-output";

    private final BenchServers servers;
    private final int partitions;
    private final Topics topics = Topics.standard();
    private final FairwaySerdes serdes;
    private final Admin admin;
    private final RecordWriter writer;
    private final List<BenchChild> children = new ArrayList<>();

    private Testbed(BenchServers servers, int partitions) {
        this.servers = servers;
        this.partitions = partitions;
        serdes = new FairwaySerdes(Map.of("schema.registry.url", servers.registryUrl()));
        admin = Admin.create(Map.of("bootstrap.servers", servers.bootstrapServers()));
        writer = new RecordWriter(servers.bootstrapServers(), topics, serdes, partitions);
        TopicAdmin.apply(admin, topics, partitions, (short) 1);
        get(admin.createTopics(List.of(new NewTopic(FLOOR_OUTPUT, partitions, (short) 1)))
                .all());
    }

    /** @param partitions of every topic */
    public static Testbed open(BenchServers.Opener opener, int partitions) {
        return new Testbed(opener.open(), partitions);
    }

    public RecordWriter writer() {
        return writer;
    }

    public FairwaySerdes serdes() {
        return serdes;
    }

    public String name(Topic topic) {
        return topics.name(topic);
    }

    /** The topics with events of jobs. */
    public List<String> events() {
        return List.of(name(Topic.JOB_EVENTS), name(Topic.SAMPLES));
    }

    /** All topics that the application reads. */
    public List<String> inputs() {
        return topics.inputNames();
    }

    public Path directory() {
        return servers.directory();
    }

    /**
     * Starts {@code fairway serve} with one thread and its own defaults.
     *
     * @param id its application id; one that ran before goes on where it stopped
     * @param settings beside the addresses
     */
    public BenchChild serve(String id, Map<String, String> settings, String... jvmOptions) {
        Path home = directory().resolve("app-" + id);
        Path file = home.resolve("app.properties");
        Properties all = new Properties();
        all.put("bootstrap.servers", servers.bootstrapServers());
        all.put("schema.registry.url", servers.registryUrl());
        all.put("application.id", id);
        all.put("http.listen", "off");
        all.put("topic.replication", "1");
        all.put("state.dir", home.resolve("state").toString());
        all.putAll(settings);
        try {
            Files.createDirectories(home);
            try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                all.store(out, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the configuration of fairway serve to " + file, e);
        }
        List<String> options = new ArrayList<>(Arrays.asList(jvmOptions));
        options.add("-Dfairway.log=" + home.resolve("app.log"));
        return fairway("serve-" + id, options, List.of("serve", "--config", file.toString()));
    }

    /** Starts a command of {@code fairway}. */
    public BenchChild fairway(String name, List<String> jvmOptions, List<String> arguments) {
        return start(name, jvmOptions, servers.fairway(), arguments);
    }

    /**
     * Starts what Kafka itself takes for the records that are in some topics.
     *
     * @param groups a pass over the records for each, one after the other
     * @param events the records of a pass; 0 = the last pass goes on for ever
     */
    public BenchChild floor(FloorProgram.Kind kind, List<String> groups, List<String> inputs, long events) {
        return start(
                "floor-" + groups.get(0),
                List.of(
                        "-Xmx1g",
                        "-XX:+UseParallelGC",
                        "-Dfairway.log=" + directory().resolve("floor.log")),
                FloorProgram.class.getName(),
                List.of(
                        kind.name(),
                        servers.bootstrapServers(),
                        String.join(",", groups),
                        String.join(",", inputs),
                        Long.toString(events),
                        directory().resolve("floor-state").toString()));
    }

    /** Starts another main class. */
    public BenchChild java(String name, List<String> jvmOptions, Class<?> mainClass, List<String> arguments) {
        return start(name, jvmOptions, mainClass.getName(), arguments);
    }

    private BenchChild start(String name, List<String> jvmOptions, String mainClass, List<String> arguments) {
        List<String> options = new ArrayList<>(jvmOptions);
        options.add(ProcessorTime.KEEP_COMPILERS);
        BenchChild child = servers.start(name, options, mainClass, arguments);
        children.add(child);
        return child;
    }

    /** The sum of the offsets that a group has committed for some topics. */
    public long committed(String group, Collection<String> of) {
        return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet().stream()
                .filter(entry ->
                        entry.getValue() != null && of.contains(entry.getKey().topic()))
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    /** The number of records in some topics, markers of transactions included. */
    public long ends(Collection<String> of) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        get(admin.describeTopics(of).allTopicNames())
                .forEach((topic, description) -> description
                        .partitions()
                        .forEach(partition ->
                                asked.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
        return get(admin.listOffsets(asked).all()).values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    /** Bytes on the broker's disk by topic: everything that was written, as nothing is cleaned. */
    public Map<String, Long> bytes() {
        Map<String, Long> bytes = new TreeMap<>();
        get(admin.describeLogDirs(List.of(1)).allDescriptions())
                .values()
                .forEach(directories -> directories
                        .values()
                        .forEach(directory -> directory
                                .replicaInfos()
                                .forEach((partition, log) -> bytes.merge(partition.topic(), log.size(), Long::sum))));
        return bytes;
    }

    /** A consumer of committed records of a topic, without a group; from its end or its beginning. */
    public KafkaConsumer<byte[], byte[]> reader(String topic, boolean fromEnd) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        consumer.assign(all);
        if (fromEnd) {
            consumer.seekToEnd(all);
            all.forEach(consumer::position);
        } else {
            consumer.seekToBeginning(all);
        }
        return consumer;
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the broker", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker does not answer: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        children.forEach(BenchChild::kill);
        try (servers;
                admin;
                writer) {
            // They close in reverse order: the servers last.
        }
    }
}
