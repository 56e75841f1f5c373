package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.util.HashMap;
import java.util.Map;

/** Seconds to the first result of a large tree: after a stop, and when another instance takes over after a kill. */
final class LargeRestart {
    private static final String SECOND = "second";

    private final Bench bench;
    private final Testbed bed;
    private final JobRecords jobs;
    private int next;

    LargeRestart(Bench bench, Testbed bed, BenchTree tree) {
        this.bench = bench;
        this.bed = bed;
        jobs = new JobRecords(bed.writer(), tree, "r");
    }

    /** The application was stopped in order. */
    void run(String size) throws InterruptedException {
        try (BenchChild first = serve("ours", 0)) {
            found("start after a stop to the first result, " + size, first);
            try (BenchChild second = serve(SECOND, 0)) {
                FirstResult.awaitIdle(second);
                first.kill();
                found("kill to the first result of another instance, " + size, second);
            }
        }
        try (BenchChild first = serve("ours", 1)) {
            FirstResult.ofEvent(bed, first, jobs, next++);
            try (BenchChild second = serve(SECOND, 1)) {
                FirstResult.awaitIdle(second);
                first.kill();
                found("the same with a standby, " + size, second);
            }
        }
    }

    private void found(String measure, BenchChild child) {
        bench.findings().add("million", measure, "s", FirstResult.ofEvent(bed, child, jobs, next++), BenchGoal.NONE);
    }

    /** @param home where it keeps its state */
    private BenchChild serve(String home, int standbys) {
        Map<String, String> settings = new HashMap<>(Map.of("standby.replicas", Integer.toString(standbys)));
        settings.put("application.id", "ours");
        return bed.serve(home, settings, FirstResult.options(bed, MillionSection.HEAP));
    }
}
