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

/** What an application takes of a processor while nothing happens, after every association has had jobs. */
public final class IdleSection implements BenchSection {
    private static final int ASSOCIATIONS = 10_000;
    private static final int SECONDS = 30;

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
                double before = ProcessorTime.seconds(child.pid());
                long begun = System.nanoTime();
                Thread.sleep(bench.seconds(SECONDS) * 1_000L);
                double used = ProcessorTime.seconds(child.pid()) - before;
                child.requireAlive();
                bench.findings()
                        .add(
                                "idle",
                                String.format(
                                        Locale.ROOT,
                                        "of a processor while nothing happens, %,d associations",
                                        associations),
                                "%",
                                used / ((System.nanoTime() - begun) / 1e9) * 100,
                                BenchGoal.valueAtMost(0.5));
            }
        }
    }
}
