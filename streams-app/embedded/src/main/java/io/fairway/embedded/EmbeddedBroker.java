package io.fairway.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A single Kafka broker inside this JVM, for the demo and for tests without a second broker. */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private final KRaftNode node;
    private final AutoCloseable running;

    private EmbeddedBroker(KRaftNode node, AutoCloseable running) {
        this.node = node;
        this.running = running;
    }

    /**
     * Starts a broker and returns when it serves clients.
     *
     * @param directory the directory of its topics and records; with the directory of an earlier broker, it continues where that
     *     one stopped, on other ports
     * @throws IllegalStateException if it does not start
     */
    public static EmbeddedBroker start(Path directory) {
        return start(directory, Map.of());
    }

    /**
     * Like {@link #start(Path)}, with given Kafka broker settings.
     *
     * @param settings settings by Kafka's names, such as {@code message.max.bytes}; they override those of this class
     */
    public static EmbeddedBroker start(Path directory, Map<String, String> settings) {
        return start(directory, settings, Time.SYSTEM);
    }

    /**
     * As above, with a clock that may be wrong.
     *
     * @param time the broker's clock, by which it says when it appended a record
     */
    public static EmbeddedBroker start(Path directory, Map<String, String> settings, Time time) {
        return start(directory, settings, time, () -> FreePorts.take(2));
    }

    /**
     * Like {@link #start(Path)}, with a given port.
     *
     * @param port the port for clients; 0 = any free port
     * @throws IllegalStateException if another program listens on it
     */
    public static EmbeddedBroker start(Path directory, int port) {
        return start(directory, Map.of(), Time.SYSTEM, () -> FreePorts.take(2, port));
    }

    /** As above. {@code ports} gives a broker and a controller port, and gives other ones if one is taken. */
    static EmbeddedBroker start(
            Path directory, Map<String, String> settings, Time time, Supplier<List<Integer>> ports) {
        try {
            return start(node(directory, settings, ports.get()), time);
        } catch (IllegalStateException e) {
            LOG.warn("The embedded broker did not start; trying other ports", e);
            return start(node(directory, settings, ports.get()), time);
        }
    }

    private static KRaftNode node(Path directory, Map<String, String> settings, List<Integer> ports) {
        String voter = KRaftNode.voter(1, ports.get(1));
        return new KRaftNode(1, ports.get(0), ports.get(1), voter, directory, 1, settings);
    }

    private static EmbeddedBroker start(KRaftNode node, Time time) {
        node.format(Uuid.randomUuid().toString());
        return new EmbeddedBroker(node, node.start(time));
    }

    /** The value for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return node.address();
    }

    /** Stops the broker cleanly; its directory stays. */
    @Override
    public void close() {
        try {
            running.close();
        } catch (Exception e) {
            throw new IllegalStateException("The embedded broker on " + node.address() + " did not stop", e);
        }
    }
}
