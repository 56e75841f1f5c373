package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobBacklog;
import io.fairway.bench.bed.ProcessorTime;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.util.Locale;
import java.util.Map;

/**
 * What an application takes of a processor while nothing happens, after every association has had jobs. What runs ten times a second
 * is compiled only after minutes. So it looks again until it takes no less.
 */
public final class IdleSection implements BenchSection {
    private static final int ASSOCIATIONS = 10_000;
    private static final int SECONDS = 60;
    private static final int LOOKS_AT_MOST = 20;

    /** Less than this part of the look before is still falling. */
    private static final double STEADY = 0.95;

    @Override
    public void run(Bench bench) throws InterruptedException {
        int associations = bench.associations().isEmpty()
                ? bench.scaled(ASSOCIATIONS)
                : bench.associations().get(0);
        BenchTree tree = BenchTree.of(associations);
        JobBacklog backlog = JobBacklog.recent(2 * associations, 0);
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            backlog.send(bed.writer(), tree);
            try (BenchChild child = bed.serve("ours", Map.of(), Bench.HEAP, Bench.COLLECTOR)) {
                GroupWatch.follow(bed, child, "ours", bed.events(), backlog.events(), Bench.LIMIT);
                QuietTopics.await(bed, child);
                double percent = steady(child, bench.seconds(SECONDS));
                bench.findings()
                        .add(
                                "idle",
                                String.format(
                                        Locale.ROOT,
                                        "of a processor while nothing happens, %,d associations",
                                        associations),
                                "%",
                                percent,
                                BenchGoal.valueAtMost(0.5));
            }
        }
    }

    /** Percent of a processor: the least of all looks, as soon as two looks in a row took hardly less than the least before. */
    private static double steady(BenchChild child, int seconds) throws InterruptedException {
        double least = Double.POSITIVE_INFINITY;
        int steady = 0;
        for (int look = 0; look < LOOKS_AT_MOST && steady < 2; look++) {
            double now = look(child, seconds);
            steady = now < STEADY * least ? 0 : steady + 1;
            least = Math.min(least, now);
        }
        return least;
    }

    private static double look(BenchChild child, int seconds) throws InterruptedException {
        double before = ProcessorTime.seconds(child.pid());
        long begun = System.nanoTime();
        Thread.sleep(seconds * 1_000L);
        double used = ProcessorTime.seconds(child.pid()) - before;
        child.requireAlive();
        return used / ((System.nanoTime() - begun) / 1e9) * 100;
    }
}
