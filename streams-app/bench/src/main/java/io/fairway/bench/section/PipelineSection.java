package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.Cost;
import io.fairway.bench.bed.FloorProgram;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobBacklog;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A backlog of jobs, with five events each: floors and application one after the other on the same records. The
 * application has its defaults: exactly-once, commits each 100 ms, one thread. The last 300,000 events count.
 */
public final class PipelineSection implements BenchSection {
    private static final int JOBS = 200_000;
    private static final int SAMPLES = 2;
    private static final int ASSOCIATIONS = 10_000;

    /** The first passes of a floor are the compiler's; the last one counts. */
    private static final int PASSES = 3;

    /** Of the application, too, the first part is the compiler's: on two processors, it is at work for half of a million events. */
    private static final double WARM = 0.7;

    @Override
    public void run(Bench bench) throws InterruptedException {
        List<Integer> sizes =
                bench.associations().isEmpty() ? List.of(bench.scaled(ASSOCIATIONS)) : bench.associations();
        for (int associations : sizes) {
            run(bench, associations);
        }
    }

    private static void run(Bench bench, int associations) throws InterruptedException {
        String size = String.format(Locale.ROOT, "%,d associations", associations);
        JobBacklog backlog = JobBacklog.recent(bench.scaled(JOBS), SAMPLES);
        try (Testbed bed = bench.open()) {
            BenchTree tree = BenchTree.of(associations);
            tree.send(bed.writer());
            backlog.send(bed.writer(), tree);
            bench.say(String.format(Locale.ROOT, "%s: a backlog of %,d events", size, backlog.events()));
            Cost drain = floor(bench, bed, FloorProgram.Kind.DRAIN, backlog.events());
            Cost pass = floor(bench, bed, FloorProgram.Kind.PASS, backlog.events());
            Cost count = floor(bench, bed, FloorProgram.Kind.COUNT, backlog.events());
            WrittenTopics before = WrittenTopics.of(bed, "ours");
            Cost ours = serve(bench, bed, backlog.events());
            var found = bench.findings();
            found.add(
                    "pipeline",
                    "T1 processor time per event over repartition + count, " + size,
                    "us",
                    ours.micros(),
                    count.micros(),
                    BenchGoal.ratioAtMost(2.5));
            found.add(
                    "pipeline",
                    "T1 with the broker's share, " + size,
                    "us",
                    ours.withBroker(),
                    count.withBroker(),
                    BenchGoal.NONE);
            found.add(
                    "pipeline",
                    "T2 events/s over pass-through, " + size,
                    "/s",
                    ours.perSecond(),
                    pass.perSecond(),
                    BenchGoal.ratioAtLeast(0.33));
            found.add(
                    "pipeline",
                    "T3 events/s over a plain consumer, " + size,
                    "/s",
                    ours.perSecond(),
                    drain.perSecond(),
                    BenchGoal.ratioAtLeast(0.20));
            found.point("serve, per event", associations, ours.micros());
            found.point("repartition + count", associations, count.micros());
            found.point("pass-through", associations, pass.micros());
            WrittenTopics written = WrittenTopics.of(bed, "ours").since(before);
            written.report(bench, "pipeline", "backlog", size, backlog.events(), 0.6, 1.2);
        }
    }

    private static Cost floor(Bench bench, Testbed bed, FloorProgram.Kind kind, long events)
            throws InterruptedException {
        List<String> groups = new ArrayList<>();
        for (int pass = 1; pass <= PASSES; pass++) {
            groups.add("floor-" + kind.name().toLowerCase(Locale.ROOT) + "-" + pass);
        }
        Cost cost = null;
        try (BenchChild child = bed.floor(kind, groups, bed.events(), events)) {
            for (String group : groups) {
                cost = GroupWatch.follow(bed, child, group, bed.events(), events, Bench.LIMIT)
                        .cost();
            }
        }
        if (cost == null) {
            throw new IllegalStateException("a floor needs a pass");
        }
        bench.say(String.format(Locale.ROOT, "floor %s: %.2f us, %,.0f/s", kind, cost.micros(), cost.perSecond()));
        return cost;
    }

    private static Cost serve(Bench bench, Testbed bed, long events) throws InterruptedException {
        try (BenchChild child = bed.serve("ours", Map.of(), Bench.HEAP, Bench.COLLECTOR)) {
            GroupWatch watch = GroupWatch.follow(bed, child, "ours", bed.events(), events, Bench.LIMIT);
            Cost cost = watch.cost(WARM);
            bench.say(String.format(
                    Locale.ROOT,
                    "serve: %.2f us, %,.0f/s, %,d of %,d events",
                    cost.micros(),
                    cost.perSecond(),
                    watch.done(),
                    events));
            return cost;
        }
    }
}
