package io.fairway.app.holdings;

import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.Holdings;
import io.fairway.schemas.DomainPartitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.jspecify.annotations.Nullable;

/** The holdings of a running Kafka Streams application, from its metadata. */
public final class KafkaHoldings implements Holdings {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final KafkaStreams streams;
    private final String self;
    private final String input;
    private final DomainPartitions partitions;
    private final int partitionCount;
    private final long marks;
    private final Supplier<@Nullable String> problem;
    private final Supplier<? extends Map<String, Long>> deadLetters;
    private final StoreLags lags;

    /**
     * @param self this instance's {@code application.server}
     * @param input an input topic; its partitions tell which instance processes which domain
     * @param transactional whether stores are logged in transactions
     * @param problem what is wrong around the instance, so that it is not ready; null = nothing
     * @param deadLetters how many of each kind it has sent
     */
    public KafkaHoldings(
            KafkaStreams streams,
            String self,
            String input,
            DomainPartitions partitions,
            int partitionCount,
            boolean transactional,
            Supplier<@Nullable String> problem,
            Supplier<? extends Map<String, Long>> deadLetters) {
        this.streams = streams;
        this.self = self;
        this.input = input;
        this.partitions = partitions;
        this.partitionCount = partitionCount;
        this.problem = problem;
        this.deadLetters = deadLetters;
        // A transaction ends with a marker. A standby that has read all before it still counts the marker as missing.
        marks = transactional ? 1 : 0;
        lags = new StoreLags(() -> readLags(streams), PATIENCE);
    }

    @Override
    public String self() {
        return self;
    }

    @Override
    public Set<String> instances() {
        Set<String> instances = new TreeSet<>(Set.of(self));
        for (StreamsMetadata instance : streams.metadataForAllStreamsClients()) {
            instances.add(name(instance));
        }
        return instances;
    }

    @Override
    public int partition(String domain) {
        return partitions.partition(domain, partitionCount);
    }

    @Override
    public List<String> holders(int partition) {
        TopicPartition wanted = new TopicPartition(input, partition);
        List<String> holders = new ArrayList<>();
        List<String> standbys = new ArrayList<>();
        for (StreamsMetadata instance : streams.metadataForAllStreamsClients()) {
            if (instance.topicPartitions().contains(wanted)) {
                holders.add(name(instance));
            } else if (instance.standbyTopicPartitions().contains(wanted)
                    || instance.standbyTopicPartitions().stream().anyMatch(standby -> isLogOf(standby, partition))) {
                standbys.add(name(instance));
            }
        }
        holders.addAll(standbys);
        return holders;
    }

    @Override
    public Set<Integer> partitions() {
        return lags.byPartition().keySet();
    }

    @Override
    public @Nullable Copy copy(int partition) {
        Long lag = lags.byPartition().get(partition);
        if (lag == null) {
            return null;
        }
        boolean active = streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .anyMatch(task -> task.topicPartitions().contains(new TopicPartition(input, partition)));
        return new Copy(
                partition,
                active,
                active ? lag : Math.max(0, lag - marks),
                new StateStores<>(store -> open(store, partition), store -> open(store, partition)));
    }

    @Override
    public String state() {
        return streams.state().name();
    }

    @Override
    public @Nullable String problem() {
        return problem.get();
    }

    @Override
    public Map<String, Long> deadLetters() {
        return Map.copyOf(deadLetters.get());
    }

    private ReadOnlyKeyValueStore<String, byte[]> open(Stores.KeyValue store, int partition) {
        return streams.store(
                StoreQueryParameters.fromNameAndType(store.name(), QueryableStoreTypes.<String, byte[]>keyValueStore())
                        .withPartition(partition)
                        .enableStaleStores());
    }

    private ReadOnlyWindowStore<String, byte[]> open(Stores.Window store, int partition) {
        return streams.store(
                StoreQueryParameters.fromNameAndType(store.name(), QueryableStoreTypes.<String, byte[]>windowStore())
                        .withPartition(partition)
                        .enableStaleStores());
    }

    private static Map<Integer, Long> readLags(KafkaStreams streams) {
        Map<Integer, Long> byPartition = new HashMap<>();
        try {
            Map<String, Map<Integer, LagInfo>> all = new HashMap<>(streams.allLocalStorePartitionLags());
            // The relay's tasks have the same numbers as the domains', and may be on other instances.
            all.remove(Stores.RELAY_MARKS.name());
            for (Map<Integer, LagInfo> store : all.values()) {
                store.forEach((partition, lag) -> byPartition.merge(partition, lag.offsetLag(), Math::max));
            }
        } catch (IllegalStateException | InvalidStateStoreException notRunning) {
            byPartition.clear();
        }
        return byPartition;
    }

    /** Standbys read the logs of stores, not the input. */
    private static boolean isLogOf(TopicPartition standby, int partition) {
        return standby.partition() == partition && standby.topic().endsWith("-" + Stores.LINES.name() + "-changelog");
    }

    private static String name(StreamsMetadata instance) {
        return instance.host() + ":" + instance.port();
    }
}
