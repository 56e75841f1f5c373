package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobBacklog;
import io.fairway.bench.bed.Testbed;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;

/**
 * One event's way: what is written for it, by topic and changelog. Once for a backlog, where a commit covers thousands
 * of events, and once at 5,000 events a second, where hardly two of a commit concern the same job.
 */
public final class WaysSection implements BenchSection {
    private static final int JOBS = 100_000;
    private static final int SAMPLES = 2;
    private static final int ASSOCIATIONS = 10_000;
    private static final int RATE = 5_000;
    private static final int SECONDS = 20;

    @Override
    public void run(Bench bench) throws InterruptedException {
        BenchTree tree = BenchTree.of(bench.scaled(ASSOCIATIONS));
        JobBacklog backlog = JobBacklog.recent(bench.scaled(JOBS), SAMPLES);
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            try (BenchChild child = bed.serve("ours", Map.of(), Bench.HEAP, Bench.COLLECTOR)) {
                GroupWatch.follow(bed, child, "ours", List.of(bed.name(Topic.SHARES)), 1, Bench.LIMIT);
            }
            WrittenTopics empty = WrittenTopics.of(bed, "ours");
            backlog.send(bed.writer(), tree);
            try (BenchChild child = bed.serve("ours", Map.of(), Bench.HEAP, Bench.COLLECTOR)) {
                GroupWatch.follow(bed, child, "ours", bed.events(), backlog.events(), Bench.LIMIT);
                WrittenTopics all = WrittenTopics.of(bed, "ours");
                all.since(empty).reportWays(bench, "backlog", backlog.events(), 1.2);
                LiveTraffic traffic = new LiveTraffic(bed, tree, 10_000_000);
                int rate = bench.scaled(RATE);
                traffic.run(rate, bench.seconds(SECONDS), bed.name(Topic.PRIORITIES), false, child);
                WrittenTopics live = WrittenTopics.of(bed, "ours").since(all);
                live.reportWays(bench, rate + "/s", traffic.sent(), 1.6);
            }
        }
    }
}
