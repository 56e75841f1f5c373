package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.FloorProgram;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.bench.report.Findings;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long a reader waits for the priority of a job that was submitted; the floor is a pass-through of the same
 * records.
 */
public final class LatencySection implements BenchSection {
    private static final String NAME = "latency";
    private static final int ASSOCIATIONS = 10_000;
    private static final List<Integer> RATES = List.of(500, 5_000);
    private static final int SECONDS = 20;

    /** A record waits half a commit interval on average; nine tenths of the interval leave some time for work. */
    private static final double P50_MILLIS = 90;

    @Override
    public void run(Bench bench) throws InterruptedException {
        BenchTree tree = BenchTree.of(bench.scaled(ASSOCIATIONS));
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            LiveTraffic traffic = new LiveTraffic(bed, tree, 0);
            List<LiveTraffic.Delays> floors = new ArrayList<>();
            List<String> input = bed.events();
            try (BenchChild child = bed.floor(FloorProgram.Kind.PASS, List.of("floor-live"), input, 0)) {
                // A first record says when it runs.
                new JobRecords(bed.writer(), tree, "w").submitted(0, 0, System.currentTimeMillis());
                bed.writer().flush();
                GroupWatch.follow(bed, child, "floor-live", input, 1, Bench.LIMIT);
                measure(bench, traffic, child, Testbed.FLOOR_OUTPUT, floors);
            }
            List<LiveTraffic.Delays> ours = new ArrayList<>();
            try (BenchChild child = bed.serve("ours", Map.of(), Bench.HEAP, Bench.COLLECTOR)) {
                GroupWatch.follow(bed, child, "ours", bed.events(), bed.ends(bed.events()), Bench.LIMIT);
                measure(bench, traffic, child, bed.name(Topic.PRIORITIES), ours);
            }
            for (int i = 0; i < RATES.size(); i++) {
                report(bench, bench.scaled(RATES.get(i)), ours.get(i), floors.get(i));
            }
        }
    }

    private static void measure(
            Bench bench, LiveTraffic traffic, BenchChild child, String topic, List<LiveTraffic.Delays> to)
            throws InterruptedException {
        for (int rate : RATES) {
            LiveTraffic.Delays delays = traffic.run(bench.scaled(rate), bench.seconds(SECONDS), topic, false, child);
            bench.say(String.format(Locale.ROOT, "%s at %,d/s: %s", topic, bench.scaled(rate), delays));
            to.add(delays);
        }
    }

    private static void report(Bench bench, int rate, LiveTraffic.Delays ours, LiveTraffic.Delays floor) {
        String at = String.format(Locale.ROOT, " at %,d/s", rate);
        Findings found = bench.findings();
        found.add(
                NAME,
                "L1 event to priority, p50" + at,
                "ms",
                ours.p50(),
                floor.p50(),
                BenchGoal.valueAtMost(P50_MILLIS));
        found.add(NAME, "L2 event to priority, p99" + at, "ms", ours.p99(), floor.p99(), BenchGoal.ratioAtMost(1.2));
        found.add(NAME, "processor time per event" + at, "us", ours.micros(), floor.micros(), BenchGoal.NONE);
        found.add(NAME, "submissions without a priority" + at, "", (double) ours.lost(), BenchGoal.valueAtMost(0));
    }
}
