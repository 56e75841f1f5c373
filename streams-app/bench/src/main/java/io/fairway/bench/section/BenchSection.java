package io.fairway.bench.section;

/** One measurement. It may be run several times; each time it adds a value to each of its measures. */
@FunctionalInterface
public interface BenchSection {
    /** Measures once. */
    void run(Bench bench) throws InterruptedException;
}
