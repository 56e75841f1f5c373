package io.fairway.system.slurm.bridge;

import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.ShortLivedJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code fairway collect topic} in a process of its own, to kill and start again. */
final class BridgeProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path log;
    private final Path output;
    private final List<String> words;
    private ChildJvm jvm;

    /**
     * Starts it.
     *
     * @param directory the directory of its log and its output
     * @param addresses of brokers and registry
     */
    BridgeProcess(Path directory, List<String> topics, Map<String, String> addresses) {
        log = directory.resolve("bridge.log");
        output = directory.resolve("bridge.out");
        words = new ArrayList<>(List.of("collect", "topic"));
        words.addAll(topics);
        addresses.forEach((key, value) -> words.addAll(List.of("-p", key + "=" + value)));
        // Small batches, so that a kill meets one; and a killed one is missed soon.
        words.addAll(List.of("-p", "batch.records=20", "-p", "kafka.session.timeout.ms=6000"));
        jvm = launch();
    }

    private ChildJvm launch() {
        return ChildJvm.start(
                "the bridge",
                ShortLivedJvm.options("256m", "-Dfairway.log=" + log),
                System.getProperty("java.class.path"),
                "io.fairway.system.FairwayMain",
                words,
                output);
    }

    /** Whether it runs. */
    boolean isAlive() {
        return jvm.isAlive();
    }

    void requireAlive() {
        if (!jvm.isAlive()) {
            throw jvm.failure("ended");
        }
    }

    /** What all its starts printed. */
    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + output, e);
        }
    }

    /** Kills it like {@code kill -9}. */
    void kill() {
        jvm.kill();
    }

    void restart() {
        jvm = launch();
    }

    @Override
    public void close() {
        jvm.stop(PATIENCE);
    }
}
