package io.fairway.bench.bed;

import java.time.Duration;

/** A process that is measured. Closing it ends it in order. */
public interface BenchChild extends AutoCloseable {
    long pid();

    /** The processor time of its process, its compiler included. */
    Duration processorTime();

    /**
     * Checks that it runs.
     *
     * @throws IllegalStateException if it ended, with its last words
     */
    void requireAlive();

    boolean isAlive();

    /**
     * Returns when it has ended.
     *
     * @throws IllegalStateException if it runs on, or did not end well
     */
    void awaitEnd(Duration limit) throws InterruptedException;

    /** What it has printed so far. */
    String printed();

    /** Kills it like {@code kill -9}, and returns when it is gone. */
    void kill();

    /** Asks it to stop, and returns when it is gone. */
    @Override
    void close();
}
