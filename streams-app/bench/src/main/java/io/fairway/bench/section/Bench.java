package io.fairway.bench.section;

import io.fairway.bench.bed.BenchServers;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a section needs: how large it should be, where to run, and where to put what it found.
 *
 * @param opener of the servers
 * @param findings where values go
 * @param sayer takes a line about what goes on
 * @param scale of the numbers of jobs, associations and seconds; 1 is the usual size
 * @param associations sizes for the picture; empty = the usual size of each section
 * @param trace a file for the section trace; null = none
 */
public record Bench(
        BenchServers.Opener opener,
        Findings findings,
        Consumer<String> sayer,
        double scale,
        List<Integer> associations,
        @Nullable Path trace) {
    /** The heap of the application where memory is not what is measured. */
    static final String HEAP = "-Xmx1g";

    static final String COLLECTOR = "-XX:+UseParallelGC";

    /** Longer than anything takes that works. */
    static final Duration LIMIT = Duration.ofMinutes(20);

    /** A number at this scale, one at least. */
    int scaled(int usual) {
        return Math.max(1, (int) Math.round(usual * scale));
    }

    /** Seconds at this scale, two at least. */
    int seconds(int usual) {
        return Math.max(2, scaled(usual));
    }

    /** Servers with one partition a topic. */
    Testbed open() {
        return Testbed.open(opener, 1);
    }

    /** Says what goes on. */
    void say(String line) {
        sayer.accept(line);
    }
}
