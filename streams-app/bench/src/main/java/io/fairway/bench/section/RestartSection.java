package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.FloorProgram;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobBacklog;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.bench.report.Findings;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Seconds from the start of the process to the first result of an event that waited for it: after an orderly stop, and
 * after kills. As with the launcher, the first run leaves an archive of its classes to the next ones. The floor is a new
 * pass-through without any state.
 */
public final class RestartSection implements BenchSection {
    private static final String NAME = "restart";
    private static final int ASSOCIATIONS = 50_000;

    /** The broker notices after this time that a member was killed: Kafka Streams' session. */
    private static final double SESSION_SECONDS = 10;

    @Override
    public void run(Bench bench) throws InterruptedException {
        int associations = bench.associations().isEmpty()
                ? bench.scaled(ASSOCIATIONS)
                : bench.associations().get(0);
        String size = String.format(Locale.ROOT, ", %,d associations", associations);
        BenchTree tree = BenchTree.of(associations);
        JobBacklog backlog = JobBacklog.recent(associations, 0);
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            backlog.send(bed.writer(), tree);
            try (BenchChild child = serve(bed, Map.of())) {
                GroupWatch.follow(bed, child, "ours", bed.events(), backlog.events(), Bench.LIMIT);
                QuietTopics.await(bed, child);
            }
            JobRecords jobs = new JobRecords(bed.writer(), tree, "r");
            double clean = afterStop(bed, jobs);
            double killed = afterKill(bed, jobs, Map.of(), 1);
            double seconds = afterKill(bed, jobs, Map.of("instance.id", "one"), 3);
            double floor = floor(bed);
            Findings found = bench.findings();
            found.add(NAME, "R2 to the first result after a stop" + size, "s", clean, floor, BenchGoal.valueAtMost(2));
            found.add(
                    NAME,
                    "R3 to the first result after a kill, started at once" + size,
                    "s",
                    killed,
                    BenchGoal.valueAtMost(SESSION_SECONDS + 2));
            found.add(NAME, "R3 the same, with an instance.id" + size, "s", seconds, BenchGoal.NONE);
        }
    }

    private static BenchChild serve(Testbed bed, Map<String, String> settings) {
        return bed.serve("ours", settings, FirstResult.options(bed, "-Xmx2g"));
    }

    private static double afterStop(Testbed bed, JobRecords jobs) {
        try (BenchChild child = serve(bed, Map.of())) {
            return FirstResult.ofEvent(bed, child, jobs, 0);
        }
    }

    /** @param job the first of two numbers of jobs that nobody else uses */
    private static double afterKill(Testbed bed, JobRecords jobs, Map<String, String> settings, int job) {
        BenchChild before = serve(bed, settings);
        FirstResult.ofEvent(bed, before, jobs, job);
        before.kill();
        try (BenchChild child = serve(bed, settings)) {
            return FirstResult.ofEvent(bed, child, jobs, job + 1);
        }
    }

    private static double floor(Testbed bed) {
        List<String> input = List.of(bed.name(Topic.SHARES));
        long begun = System.nanoTime();
        try (KafkaConsumer<byte[], byte[]> reader = bed.reader(Testbed.FLOOR_OUTPUT, true);
                BenchChild child = bed.floor(FloorProgram.Kind.PASS, List.of("floor-start"), input, 0)) {
            return FirstResult.after(begun, reader, child);
        }
    }
}
