package io.fairway.trial.replay;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.RegistryProcess;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A broker, a registry and the topics, in a directory of their own. Closing it deletes the directory. */
public final class Workbench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workbench.class);
    private static final int DELETE_ATTEMPTS = 5;

    private final Path directory;
    private final EmbeddedBroker broker;
    private final Registry registry;
    private final Topics topics = Topics.standard();
    private final FairwaySerdes serdes;

    /** Starts or finds the servers; ports of 0 are any free ones. */
    @FunctionalInterface
    public interface Opener {
        Workbench open(int partitions, int brokerPort, int registryPort);
    }

    /** A registry of its own, or the address of one that others use too and that closing it leaves alone. */
    private record Registry(String url, @Nullable RegistryProcess own) implements AutoCloseable {
        @Override
        public void close() {
            if (own != null) {
                own.close();
            }
        }
    }

    private Workbench(Path directory, EmbeddedBroker broker, Registry registry) {
        this.directory = directory;
        this.broker = broker;
        this.registry = registry;
        serdes = new FairwaySerdes(Map.of("schema.registry.url", registry.url()));
    }

    /** Starts the broker and the registry in parallel, and creates the topics. */
    static Workbench open(int partitions) {
        return open(partitions, 0, 0);
    }

    /**
     * As above, with given Kafka broker settings.
     *
     * @param settings settings by Kafka's names
     */
    public static Workbench open(int partitions, Map<String, String> settings) {
        return open(partitions, directory -> EmbeddedBroker.start(directory, settings), own(0));
    }

    /**
     * As above, with given ports; 0 = any free port.
     *
     * @throws IllegalStateException also if another program listens on one of them
     */
    public static Workbench open(int partitions, int brokerPort, int registryPort) {
        return open(partitions, directory -> EmbeddedBroker.start(directory, brokerPort), own(registryPort));
    }

    /**
     * As above, with a registry that runs already.
     *
     * @param registry the value for {@code schema.registry.url}
     */
    public static Workbench with(String registry, int partitions) {
        return with(registry, partitions, Map.of());
    }

    /**
     * As above, with given Kafka broker settings.
     *
     * @param settings settings by Kafka's names
     */
    public static Workbench with(String registry, int partitions, Map<String, String> settings) {
        return open(
                partitions,
                directory -> EmbeddedBroker.start(directory, settings),
                directory -> new Registry(registry, null));
    }

    private static Function<Path, Registry> own(int port) {
        return directory -> {
            RegistryProcess started = RegistryProcess.start(
                    directory.resolve("registry"),
                    RegistryProcess.Storage.MEMORY,
                    RegistryProcess.Compatibility.FULL_TRANSITIVE,
                    port);
            return new Registry(started.url(), started);
        };
    }

    private static Workbench open(
            int partitions, Function<Path, EmbeddedBroker> startBroker, Function<Path, Registry> startRegistry) {
        Path directory;
        try {
            directory = Files.createTempDirectory("fairway-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a directory for the broker and the registry", e);
        }
        CompletableFuture<Registry> registry = CompletableFuture.supplyAsync(() -> startRegistry.apply(directory));
        EmbeddedBroker broker = null;
        try {
            broker = startBroker.apply(directory.resolve("broker"));
            Workbench bench = new Workbench(directory, broker, registry.join());
            try (Admin admin = bench.admin()) {
                TopicAdmin.apply(admin, bench.topics, partitions, (short) 1);
            }
            return bench;
        } catch (RuntimeException e) {
            if (broker != null) {
                broker.close();
            }
            closeWhenStarted(registry);
            delete(directory);
            throw e instanceof CompletionException && e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** A directory that is deleted with it. */
    public Path directory() {
        return directory;
    }

    /** Names of the topics. */
    public Topics topics() {
        return topics;
    }

    /** Serializers with its registry. */
    public FairwaySerdes serdes() {
        return serdes;
    }

    /** The addresses of the broker and the registry, for clients. */
    public Map<String, String> addresses() {
        return Map.of("bootstrap.servers", broker.bootstrapServers(), "schema.registry.url", registry.url());
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    /** A producer that puts each record on the partition of its domain. */
    <T extends SpecificRecord> KafkaProducer<String, T> producer(Class<T> type) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, DomainPartitioner.class.getName());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        return new KafkaProducer<>(config, new StringSerializer(), serdes.serializer(type));
    }

    /** A consumer of committed records, without a group. */
    public KafkaConsumer<String, byte[]> consumer() {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest");
        return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        // An interrupted thread would not wait until the servers have stopped.
        boolean interrupted = Thread.interrupted();
        try (broker;
                registry) {
            // They close in reverse order: the registry first.
        } finally {
            delete(directory);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void closeWhenStarted(CompletableFuture<Registry> registry) {
        try {
            registry.join().close();
        } catch (CompletionException e) {
            LOG.info("the registry did not start either", e);
        }
    }

    /** Deletes a directory tree; tries again if an ending process still writes to it. */
    private static void delete(Path directory) {
        for (int attempt = 1; Files.exists(directory); attempt++) {
            try (Stream<Path> all = Files.walk(directory)) {
                List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
                for (Path path : deepestFirst) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException e) {
                if (attempt == DELETE_ATTEMPTS) {
                    throw new IllegalStateException("cannot delete the temporary directory " + directory, e);
                }
            }
        }
    }
}
