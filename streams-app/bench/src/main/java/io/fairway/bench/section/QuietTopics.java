package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.Testbed;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** When everything that moved is sent: no topic of results but that of heartbeats grows. */
final class QuietTopics {
    /** A large tree is evaluated and sent in turns, with rests of this length at most between them. */
    private static final Duration STILL = Duration.ofSeconds(4);

    private QuietTopics() {}

    /** Returns seconds until the last result; NaN if there was no end within {@link Bench#LIMIT}. */
    static double await(Testbed bed, BenchChild child) throws InterruptedException {
        List<String> results = Arrays.stream(Topic.values())
                .filter(topic -> !topic.isInput() && topic != Topic.HEARTBEATS)
                .map(bed::name)
                .toList();
        long begun = System.nanoTime();
        long moved = begun;
        long last = -1;
        while (System.nanoTime() - moved < STILL.toNanos()) {
            child.requireAlive();
            long now = bed.ends(results);
            if (now != last) {
                last = now;
                moved = System.nanoTime();
            }
            if (System.nanoTime() - begun > Bench.LIMIT.toNanos()) {
                return Double.NaN;
            }
            Thread.sleep(100);
        }
        return (moved - begun) / 1e9;
    }
}
