package io.fairway.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three Kafka brokers in child JVMs, for tests with a dead broker. Two of the three are enough to work: {@code
 * min.insync.replicas} is 2. Each is a controller, too.
 */
public final class BrokerCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerCluster.class);
    private static final int SIZE = 3;
    /** Of brokers that live and do not serve. A busy machine needs minutes. */
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    /** After this long without a heartbeat a broker counts as dead: how long partitions stay without a leader. */
    private static final Map<String, String> DEATH =
            Map.of("broker.session.timeout.ms", "6000", "broker.heartbeat.interval.ms", "1000");

    private final List<ChildBroker> brokers;

    private BrokerCluster(List<ChildBroker> brokers) {
        this.brokers = brokers;
    }

    /**
     * Starts three brokers and returns when all of them serve.
     *
     * @param directory an empty directory for their data, settings and logs
     * @param settings Kafka broker settings for all three, which override those of this class
     * @throws IllegalStateException if they do not start, with the last output of the failing one
     */
    public static BrokerCluster start(Path directory, Map<String, String> settings) {
        try {
            return startOnce(directory.resolve("first"), settings);
        } catch (IllegalStateException e) {
            LOG.warn("The brokers did not start; trying other ports", e);
            return startOnce(directory.resolve("second"), settings);
        }
    }

    private static BrokerCluster startOnce(Path directory, Map<String, String> settings) {
        var merged = new HashMap<>(DEATH);
        merged.putAll(settings);
        List<Integer> ports = FreePorts.take(2 * SIZE);
        String voters = IntStream.range(0, SIZE)
                .mapToObj(i -> KRaftNode.voter(i + 1, ports.get(SIZE + i)))
                .collect(Collectors.joining(","));
        String clusterId = Uuid.randomUuid().toString();
        var brokers = new ArrayList<ChildBroker>();
        for (int i = 0; i < SIZE; i++) {
            Path data = directory.resolve("data-" + (i + 1));
            var node = new KRaftNode(i + 1, ports.get(i), ports.get(SIZE + i), voters, data, SIZE, merged);
            node.format(clusterId);
            brokers.add(new ChildBroker(node));
        }
        var cluster = new BrokerCluster(List.copyOf(brokers));
        try {
            brokers.forEach(ChildBroker::start);
            cluster.awaitBrokers(SIZE, START_LIMIT);
        } catch (RuntimeException e) {
            brokers.forEach(ChildBroker::kill);
            throw e;
        }
        return cluster;
    }

    /** The value for {@code bootstrap.servers}: all three, dead or alive. */
    public String bootstrapServers() {
        return brokers.stream().map(ChildBroker::address).collect(Collectors.joining(","));
    }

    /**
     * One of the brokers, to kill or restart.
     *
     * @param id 1, 2 or 3
     */
    public ChildBroker broker(int id) {
        if (id < 1 || id > SIZE) {
            throw new IllegalArgumentException("Broker " + id + " of a cluster of brokers 1 to " + SIZE);
        }
        return brokers.get(id - 1);
    }

    /**
     * Returns when the cluster has {@code count} serving brokers.
     *
     * @throws IllegalStateException if it does not within {@code limit}, or if a broker that was started has ended
     */
    public void awaitBrokers(int count, Duration limit) {
        Map<String, Object> client = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG,
                500);
        try (var admin = Admin.create(client)) {
            boolean serving = Waiting.until(() -> serving(admin) == count || tooFewAlive(count), limit);
            if (!serving || tooFewAlive(count)) {
                brokers.forEach(ChildBroker::requireAlive);
                throw new IllegalStateException(serving(admin) + " of " + count + " brokers serve at "
                        + bootstrapServers() + " after " + limit);
            }
        }
    }

    private boolean tooFewAlive(int count) {
        return brokers.stream().filter(ChildBroker::isAlive).count() < count;
    }

    private static int serving(Admin admin) {
        try {
            return admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).size();
        } catch (ExecutionException | TimeoutException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Ends all three. Their data is useless afterwards. */
    @Override
    public void close() {
        brokers.forEach(ChildBroker::discard);
    }
}
