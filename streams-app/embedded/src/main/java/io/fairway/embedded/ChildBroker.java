package io.fairway.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One broker of a {@link BrokerCluster} in a JVM of its own, to kill and restart. */
public final class ChildBroker {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** A small heap and quick compilation: such a broker lives for one test. */
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

    /** Starts its process with its data. {@link BrokerCluster#awaitBrokers} waits until it serves. */
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

    /** Kills it like {@code kill -9}. Data that it has not written is lost. */
    public synchronized void kill() {
        if (jvm != null) {
            jvm.kill();
        }
    }

    /** Ends it, whatever it does. */
    synchronized void discard() {
        if (jvm != null) {
            jvm.discard();
        }
    }

    /** Pauses it, like a machine that hangs: it keeps its connections and answers nobody. */
    public synchronized void freeze() {
        signal("STOP");
    }

    /** Resumes it. */
    public synchronized void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        if (jvm == null) {
            throw new IllegalStateException("Broker " + id() + " does not run");
        }
        jvm.signal(signal);
    }

    /** Stops it in order: it first hands its partitions over. */
    public synchronized void stop() {
        if (jvm != null) {
            jvm.stop(PATIENCE);
        }
    }

    /** Throws if its process has ended, with its last output. */
    synchronized void requireAlive() {
        if (jvm != null && !jvm.isAlive()) {
            throw jvm.failure("did not start");
        }
    }
}
