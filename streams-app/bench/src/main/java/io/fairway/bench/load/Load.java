package io.fairway.bench.load;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchServers;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.JobStream;
import io.fairway.bench.bed.RecordSink;
import io.fairway.bench.bed.Testbed;
import io.fairway.embedded.FreePorts;
import io.fairway.trial.replay.Progress;
import java.net.URI;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs a {@link LoadPlan} on a broker, a registry and an application of its own. First, every association gets usage. Then
 * measurements with and without queries take turns, at full load and then at half of it. The difference within one run is the
 * cost of queries: other influences on the machine affect both kinds.
 */
final class Load {
    private static final String APPLICATION = "fairway-load";
    private static final int WARM_UP = 2;
    private static final long HOUR = 3_600_000;

    private final LoadPlan plan;
    private final Progress progress;
    private final Pump pump;
    private final JobRecords earlier;
    private final JobStream jobs;
    private final String domain;
    private final Random random = new Random(2);

    private Load(LoadPlan plan, Progress progress, Pump pump, RecordSink records, int port) {
        this.plan = plan;
        this.progress = progress;
        this.pump = pump;
        earlier = new JobRecords(records, plan.tree(), "e");
        jobs = new JobStream(new JobRecords(records, plan.tree(), "j"), plan.associations(), 0, 0, new Random(1));
        domain = "http://127.0.0.1:" + port + "/v1/domains/" + BenchTree.DOMAIN;
    }

    static LoadResult run(LoadPlan plan, Progress progress, BenchServers.Opener opener) {
        progress.phase("starting broker and schema registry ...");
        try (Testbed bed = Testbed.open(opener, 1)) {
            plan.tree().send(bed.writer());
            int port = FreePorts.take(1).get(0);
            // Its further output is not needed: the bed kills it.
            BenchChild app = bed.serve(
                    APPLICATION,
                    Map.of(
                            "http.listen",
                            "127.0.0.1:" + port,
                            "http.limit.rate",
                            "0",
                            // On a busy machine, a transaction may take longer than a failover waits for it.
                            "kafka.producer.transaction.timeout.ms",
                            "60000"));
            return new Load(plan, progress, new Pump(bed, app, APPLICATION), bed.writer(), port).run();
        }
    }

    private LoadResult run() {
        progress.phase("giving usage to " + plan.associations() + " associations ...");
        long now = System.currentTimeMillis();
        for (int association = 0; association < plan.associations(); association++) {
            earlierJob(pump::send, earlier, association, now);
        }
        pump.drain();
        progress.phase("warming up ...");
        // The compiler works for longer than one measurement. Its time is not a cost of queries.
        for (int round = 0; round < WARM_UP; round++) {
            withQuestions(Double.POSITIVE_INFINITY, new LoadResult.Pair());
        }
        var full = new LoadResult.Pair();
        var half = new LoadResult.Pair();
        rounds(full, Double.POSITIVE_INFINITY, "full load");
        double rate = LoadResult.median(full.alone(), Stretch::rate) / 2;
        rounds(half, rate, String.format(java.util.Locale.ROOT, "%,.0f events a second", rate));
        return new LoadResult(plan, rate, full, half);
    }

    /** A job that gives an association its first usage, at an instant of its own, so that no two have the same usage. */
    static void earlierJob(Consumer<Runnable> events, JobRecords earlier, int association, long now) {
        long began = now - (2 + association % 100) * HOUR - association;
        events.accept(() -> earlier.started(association, association, began));
        events.accept(() -> earlier.finished(association, association, began, began + HOUR));
    }

    private void next() {
        jobs.send(System.currentTimeMillis(), job -> {});
    }

    private void rounds(LoadResult.Pair pair, double rate, String what) {
        for (int round = 1; round <= plan.rounds(); round++) {
            progress.phase(what + ", without queries, round " + round + " of " + plan.rounds());
            pair.alone().add(pump.run(this::next, rate, plan.stretch()));
            pump.drain();
            progress.phase(what + ", with queries, round " + round + " of " + plan.rounds());
            withQuestions(rate, pair);
        }
    }

    private void withQuestions(double rate, LoadResult.Pair pair) {
        try (Reads reads = new Reads()) {
            Reads.Kind keys = reads.ask(plan.keyRate(), this::association);
            Reads.Kind pages = reads.ask(plan.pageRate(), this::page);
            pair.read().add(pump.run(this::next, rate, plan.stretch()));
            reads.close();
            pair.keys().add(keys);
            pair.pages().add(pages);
        }
        pump.drain();
    }

    private synchronized URI association() {
        int association = random.nextInt(plan.associations());
        return URI.create(domain + "/fairshare/" + BenchTree.DOMAIN + "/"
                + plan.tree().account(association) + "/" + BenchTree.user(association));
    }

    private URI page() {
        return URI.create(domain + "/fairshare?sort=first&limit=" + plan.pageSize());
    }
}
