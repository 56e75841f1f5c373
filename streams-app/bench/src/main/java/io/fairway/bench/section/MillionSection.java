package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.ProcessorTime;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.bench.report.Findings;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A tree of a million associations with 100,000 waiting jobs: how long it takes to load, and how it lives then. */
public final class MillionSection implements BenchSection {
    private static final String NAME = "million";
    private static final int ASSOCIATIONS = 1_000_000;
    private static final int PENDING = 100_000;
    private static final int SECONDS = 20;
    static final String HEAP = "-Xmx8g";
    private static final List<Integer> RATES = List.of(1_000, 5_000);

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int associations :
                bench.associations().isEmpty() ? List.of(bench.scaled(ASSOCIATIONS)) : bench.associations()) {
            run(bench, associations);
        }
    }

    private static void run(Bench bench, int associations) throws InterruptedException {
        int pending = bench.scaled(PENDING);
        Findings found = bench.findings();
        try (Testbed bed = bench.open()) {
            BenchTree tree = BenchTree.of(associations);
            List<String> shares = List.of(bed.name(Topic.SHARES));
            double empty = empty(bed, shares);
            long before = bed.ends(shares);
            int nodes = tree.send(bed.writer());
            String size = String.format(Locale.ROOT, "%,d associations", associations);
            try (BenchChild child = serve(bed)) {
                GroupWatch load = GroupWatch.follow(bed, child, "ours", shares, before + nodes, Bench.LIMIT);
                if (!load.isComplete()) {
                    bench.say(String.format(
                            Locale.ROOT,
                            "NOT LOADED: stands at %,d of %,d share records",
                            load.done() - before,
                            nodes));
                }
                double seconds = load.isComplete() ? load.seconds() : Double.NaN;
                found.add(NAME, "time to load from the start of the process, " + size, "s", seconds, BenchGoal.NONE);
                found.add(
                        NAME,
                        "processor time to load a share record, " + size,
                        "us",
                        ProcessorTime.seconds(child.pid()) * 1e6 / nodes,
                        BenchGoal.NONE);
                found.add(
                        NAME,
                        "then, until every rank is sent, " + size,
                        "s",
                        QuietTopics.await(bed, child),
                        BenchGoal.NONE);
                LiveMemory loaded = memory(bench, child, "after the shares");
                found.add(
                        NAME,
                        "live heap per association, " + size,
                        "B",
                        (loaded.bytes() - empty) / associations,
                        BenchGoal.valueAtMost(250));
                pend(bench, bed, child, tree, pending);
                QuietTopics.await(bed, child);
                LiveMemory full = memory(bench, child, "with waiting jobs");
                found.add(
                        NAME,
                        "live heap per waiting job, " + size,
                        "B",
                        (double) (full.bytes() - loaded.bytes()) / pending,
                        BenchGoal.valueAtMost(600));
                found.add(NAME, "live heap in all, " + size, "MB", full.bytes() / 1e6, BenchGoal.NONE);
                LiveTraffic traffic = new LiveTraffic(bed, tree, 10_000_000);
                for (int rate : RATES) {
                    LiveTraffic.Delays delays = traffic.run(
                            bench.scaled(rate), bench.seconds(SECONDS), bed.name(Topic.PRIORITIES), true, child);
                    String at = String.format(Locale.ROOT, " at %,d/s, %s", bench.scaled(rate), size);
                    found.add(NAME, "event to priority, p50" + at, "ms", delays.p50(), BenchGoal.NONE);
                    found.add(NAME, "event to priority, p99" + at, "ms", delays.p99(), BenchGoal.NONE);
                    found.add(
                            NAME, "age of ranks, most" + at, "ms", delays.oldestRanks(), BenchGoal.valueAtMost(1_000));
                    bench.say(String.format(Locale.ROOT, "%s: %s", at, delays));
                }
            }
            new LargeRestart(bench, bed, tree).run(size);
        }
    }

    private static BenchChild serve(Testbed bed) {
        return bed.serve("ours", Map.of(), FirstResult.options(bed, HEAP));
    }

    /** The live heap of an application that knows ten associations. */
    private static double empty(Testbed bed, List<String> shares) throws InterruptedException {
        int nodes = BenchTree.of(10).send(bed.writer());
        try (BenchChild child = serve(bed)) {
            GroupWatch.follow(bed, child, "ours", shares, nodes, Bench.LIMIT);
            QuietTopics.await(bed, child);
            return LiveMemory.of(child).bytes();
        }
    }

    /** Lets jobs {@code p0}, {@code p1} ... wait. */
    static void pend(Bench bench, Testbed bed, BenchChild child, BenchTree tree, int pending)
            throws InterruptedException {
        Random random = new Random(pending);
        JobRecords jobs = new JobRecords(bed.writer(), tree, "p");
        long done = bed.committed("ours", bed.events());
        for (int job = 0; job < pending; job++) {
            jobs.submitted(job, random.nextInt(tree.associations()), System.currentTimeMillis());
        }
        bed.writer().flush();
        GroupWatch watch = GroupWatch.follow(bed, child, "ours", bed.events(), done + pending, Bench.LIMIT);
        bench.say(String.format(
                Locale.ROOT, "%,d of %,d waiting jobs after %.1f s", watch.done() - done, pending, watch.seconds()));
    }

    private static LiveMemory memory(Bench bench, BenchChild child, String when) {
        LiveMemory memory = LiveMemory.of(child);
        bench.say(String.format(
                Locale.ROOT,
                "%s: %,d MB live, %,d MB resident",
                when,
                memory.bytes() / 1_000_000,
                ProcessorTime.residentBytes(child.pid()) / 1_000_000));
        memory.largest().forEach(line -> bench.say(String.format(Locale.ROOT, "  %s", line)));
        return memory;
    }
}
