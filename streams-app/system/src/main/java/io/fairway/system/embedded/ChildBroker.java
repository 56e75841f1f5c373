package io.fairway.system.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One broker of a {@link BrokerCluster} in a JVM of its own, so that it can die the hard way and come back. */
public final class ChildBroker {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** Small, and compiled quickly rather than well: such a broker lives for a test. */
    private static final List<String> JVM_OPTIONS = List.of("-Xmx160m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final KRaftNode node;
    private @Nullable ChildJvm jvm;

    ChildBroker(KRaftNode node) {
        this.node = node;
    }

    /** The node's id, from 1. */
    public int id() {
        return node.id();
    }

    /** Its host and port. */
    public String address() {
        return node.address();
    }

    /** Whether its process runs; it may not serve yet. */
    public synchronized boolean isAlive() {
        return jvm != null && jvm.isAlive();
    }

    /** Starts its process on the data it has; {@link BrokerCluster#awaitBrokers} says when it serves. */
    public synchronized void start() {
        if (isAlive()) {
            throw new IllegalStateException("Broker " + id() + " runs already");
        }
        Path settings = node.directory().resolveSibling("broker-" + id() + ".properties");
        try (var out = Files.newBufferedWriter(settings)) {
            node.properties().store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + settings, e);
        }
        jvm = ChildJvm.start(
                "broker " + id(),
                JVM_OPTIONS,
                System.getProperty("java.class.path"),
                "kafka.Kafka",
                List.of(settings.toString()),
                node.directory().resolveSibling("broker-" + id() + ".log"));
    }

    /** Kills it as {@code kill -9} does; what it had not written is lost with it. */
    public synchronized void kill() {
        if (jvm != null) {
            jvm.kill();
        }
    }

    /** Stops it in order: it hands its partitions over first. */
    public synchronized void stop() {
        if (jvm != null) {
            jvm.stop(PATIENCE);
        }
    }

    /** Throws if its process has ended, with what it said last. */
    synchronized void requireAlive() {
        if (jvm != null && !jvm.isAlive()) {
            throw jvm.failure("did not start");
        }
    }
}
