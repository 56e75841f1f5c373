package io.fairway.bench.bed;

import java.nio.file.Path;
import java.util.List;

/**
 * A broker in this process and a registry, both empty, and child processes beside them. The launcher brings it: only it
 * knows the servers and the program that is measured. Closing it ends all of them and deletes the directory.
 */
public interface BenchServers extends AutoCloseable {
    /** Starts the servers, in a directory of their own. */
    @FunctionalInterface
    interface Opener {
        BenchServers open();
    }

    /** The value for {@code bootstrap.servers}. */
    String bootstrapServers();

    /** The value for {@code schema.registry.url}. */
    String registryUrl();

    /** The directory of everything that a measurement leaves behind. */
    Path directory();

    /** The main class of {@code fairway}. */
    String fairway();

    /**
     * Starts a Java program on the class path of this one.
     *
     * @param name its name in messages, and of its output file
     */
    BenchChild start(String name, List<String> jvmOptions, String mainClass, List<String> arguments);

    @Override
    void close();
}
