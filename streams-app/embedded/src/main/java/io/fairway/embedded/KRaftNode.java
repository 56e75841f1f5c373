package io.fairway.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One Kafka node, broker and controller at once, on the loopback interface. Only this class uses Kafka's internals: their names
 * may change with any release.
 *
 * @param id the node's id, from 1
 * @param brokerPort the port for clients and other brokers
 * @param controllerPort the port for the controllers' quorum
 * @param voters all controllers, in the form of {@code controller.quorum.voters}
 * @param directory the directory of its log; created if missing
 * @param replicas the replicas of internal topics
 * @param settings broker settings, which override those of this class
 */
record KRaftNode(
        int id,
        int brokerPort,
        int controllerPort,
        String voters,
        Path directory,
        int replicas,
        Map<String, String> settings) {
    private static final String CONTROLLER = "CONTROLLER";

    String address() {
        return "127.0.0.1:" + brokerPort;
    }

    static String voter(int id, int controllerPort) {
        return id + "@127.0.0.1:" + controllerPort;
    }

    /** The node's whole configuration, as in a properties file of Kafka. */
    Properties properties() {
        var values = new HashMap<String, String>();
        values.put("process.roles", "broker,controller");
        values.put("node.id", Integer.toString(id));
        values.put("controller.quorum.voters", voters);
        values.put("listeners", "PLAINTEXT://127.0.0.1:" + brokerPort + ",CONTROLLER://127.0.0.1:" + controllerPort);
        values.put("advertised.listeners", "PLAINTEXT://" + address());
        values.put("controller.listener.names", CONTROLLER);
        values.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        values.put("inter.broker.listener.name", "PLAINTEXT");
        values.put("log.dirs", directory.toString());
        values.put("auto.create.topics.enable", "false");

        String inSync = replicas > 1 ? "2" : "1";
        values.put("min.insync.replicas", inSync);
        values.put("offsets.topic.replication.factor", Integer.toString(replicas));
        values.put("transaction.state.log.replication.factor", Integer.toString(replicas));
        values.put("transaction.state.log.min.isr", inSync);
        values.put("share.coordinator.state.topic.replication.factor", Integer.toString(replicas));
        values.put("share.coordinator.state.topic.min.isr", inSync);

        // Small: a few clients, one machine. The defaults (50 partitions each, 128 MB for the cleaner) take time and
        // heap.
        values.put("offsets.topic.num.partitions", "5");
        values.put("transaction.state.log.num.partitions", "5");
        values.put("share.coordinator.state.topic.num.partitions", "5");
        values.put("log.cleaner.dedupe.buffer.size", "2097152");
        values.put("num.network.threads", "2");
        values.put("num.io.threads", "4");

        // Quick: the first member does not wait for others, and the check for a killed producer's transaction (its
        // timeout is 3 s) runs every second instead of every ten.
        values.put("group.initial.rebalance.delay.ms", "0");
        values.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        values.putAll(settings);

        var properties = new Properties();
        properties.putAll(values);
        return properties;
    }

    /** Makes the directory a Kafka log directory of the given cluster, unless it is one already. */
    void format(String clusterId) {
        if (Files.exists(directory.resolve("meta.properties"))) {
            return;
        }
        try (var quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Files.createDirectories(directory);
            var formatter = new Formatter()
                    .setPrintStream(quiet)
                    .setClusterId(clusterId)
                    .setNodeId(id)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(directory.toString())
                    .addDirectory(directory.toString());
            formatter.run();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the broker's directory " + directory, e);
        } catch (Exception e) {
            throw new IllegalStateException("Cannot format the broker's directory " + directory, e);
        }
    }

    /**
     * Starts the node in this JVM and returns when it serves clients.
     *
     * @param time its clock
     * @return a handle that stops it
     * @throws IllegalStateException if it does not start, for instance because a port is taken
     */
    AutoCloseable start(Time time) {
        // Kafka ends the process if a node cannot start. Inside another program, it must not.
        Exit.setExitProcedure(KRaftNode::refuseToExit);
        Exit.setHaltProcedure(KRaftNode::refuseToExit);
        KafkaRaftServer server = null;
        try {
            server = new KafkaRaftServer(KafkaConfig.fromProps(properties()), time);
            server.startup();
            KafkaRaftServer started = server;
            return () -> stop(started);
        } catch (Throwable e) {
            if (server != null) {
                stopAfter(e, server);
            }
            throw new IllegalStateException("Kafka node " + id + " did not start on " + address(), e);
        } finally {
            Exit.resetExitProcedure();
            Exit.resetHaltProcedure();
        }
    }

    private static void refuseToExit(int status, String message) {
        throw new IllegalStateException("Kafka asked to end the process with status " + status + ": " + message);
    }

    private static void stop(KafkaRaftServer server) {
        server.shutdown();
        server.awaitShutdown();
    }

    private static void stopAfter(Throwable failure, KafkaRaftServer server) {
        try {
            stop(server);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
