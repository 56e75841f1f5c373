package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.Cost;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobBacklog;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Jobs with a sample each minute of two hours, and leases of ten minutes: what samples cost that change nothing. The
 * clock is that of the events, as nobody can wait for two hours.
 */
public final class SamplesSection implements BenchSection {
    private static final int JOBS = 4_000;
    private static final int SAMPLES = 120;
    private static final int ASSOCIATIONS = 10_000;
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final long RUN_MILLIS = Duration.ofHours(2).toMillis();
    private static final long WAIT_MILLIS = Duration.ofMinutes(5).toMillis();

    /** 1,000 run at any time. */
    private static final long STEP_MILLIS = RUN_MILLIS / 1_000;

    @Override
    public void run(Bench bench) throws InterruptedException {
        int jobs = bench.scaled(JOBS);
        long begin = System.currentTimeMillis() - STEP_MILLIS * jobs - WAIT_MILLIS - RUN_MILLIS - LEASE.toMillis();
        JobBacklog backlog = new JobBacklog(jobs, SAMPLES, begin, STEP_MILLIS, WAIT_MILLIS, RUN_MILLIS);
        BenchTree tree = new BenchTree(bench.scaled(ASSOCIATIONS), 100, LEASE);
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            backlog.send(bed.writer(), tree);
            Map<String, String> settings = Map.of("mode", "replay", "evaluation.interval.ms", "60000");
            try (BenchChild child = bed.serve("ours", settings, Bench.HEAP, Bench.COLLECTOR)) {
                Cost cost = GroupWatch.follow(bed, child, "ours", bed.events(), backlog.events(), Bench.LIMIT)
                        .cost();
                bench.findings()
                        .add(
                                "samples",
                                "processor time per event, 120 samples a job",
                                "us",
                                cost.micros(),
                                BenchGoal.NONE);
            }
            String size = String.format(Locale.ROOT, "%,d associations", tree.associations());
            WrittenTopics.of(bed, "ours")
                    .report(bench, "samples", "120 samples a job", size, backlog.events(), 0.05, 0.05);
        }
    }
}
