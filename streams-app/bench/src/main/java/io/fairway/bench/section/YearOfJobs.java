package io.fairway.bench.section;

import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.RecordWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Jobs that start evenly over a year, each with its start and its end, in order of time; and the usage that they make,
 * as the closed integral of each run.
 */
final class YearOfJobs {
    static final long BEGIN = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final Duration YEAR = Duration.ofDays(365);
    private static final int SHORTEST_MILLIS = 10_000;
    private static final int SPREAD_MILLIS = (int) Duration.ofHours(4).toMillis();
    private static final double HALF_LIFE_MILLIS = BenchTree.HALF_LIFE.toMillis();

    private record Run(int job, int user, long start, long end) {}

    private final int jobs;
    private final int users;
    /** By user: processor-seconds, decayed to the end of the year. */
    private final double[] sums;
    /** What the additions lost, by user (Kahan). */
    private final double[] losses;

    private final boolean[] seen;

    YearOfJobs(int jobs, int users) {
        this.jobs = jobs;
        this.users = users;
        sums = new double[users];
        losses = new double[users];
        seen = new boolean[users];
    }

    int jobs() {
        return jobs;
    }

    long events() {
        return 2L * jobs;
    }

    /** Users with a job; known when all are sent. */
    int users() {
        int n = 0;
        for (boolean has : seen) {
            n += has ? 1 : 0;
        }
        return n;
    }

    /** Sends all events. */
    void send(RecordWriter writer, BenchTree tree) {
        JobRecords records = new JobRecords(writer, tree, "y");
        Random random = new Random(jobs);
        PriorityQueue<Run> running =
                new PriorityQueue<>(Comparator.comparingLong(Run::end).thenComparingInt(Run::job));
        for (int job = 0; job < jobs; job++) {
            long start = BEGIN + (long) ((double) YEAR.toMillis() * job / jobs);
            while (!running.isEmpty() && running.peek().end() <= start) {
                finish(records, running.remove());
            }
            Run run =
                    new Run(job, random.nextInt(users), start, start + SHORTEST_MILLIS + random.nextInt(SPREAD_MILLIS));
            running.add(run);
            records.started(job, run.user(), start);
        }
        while (!running.isEmpty()) {
            finish(records, running.remove());
        }
        writer.flush();
    }

    private void finish(JobRecords records, Run run) {
        records.finished(run.job(), run.user(), run.start(), run.end());
        add(run.user(), JobRecords.processors(run.user()), run.start(), run.end());
    }

    /**
     * The integral of {@code processors * 2^((t - T) / H)} over the run, in processor-seconds, with T the end of the
     * year: {@code processors * H / ln 2 * (2^((end - T) / H) - 2^((start - T) / H))}.
     */
    void add(int user, double processors, long start, long end) {
        double from = Math.pow(2, (start - theEnd()) / HALF_LIFE_MILLIS);
        // Of two near powers hardly a digit is left; expm1 keeps them all.
        double growth = Math.expm1((end - start) / HALF_LIFE_MILLIS * Math.log(2));
        double value = processors * HALF_LIFE_MILLIS / 1e3 / Math.log(2) * from * growth - losses[user];
        double sum = sums[user] + value;
        losses[user] = sum - sums[user] - value;
        sums[user] = sum;
        seen[user] = true;
    }

    /** The usage of a user when all jobs have ended, processor-seconds decayed to an instant. */
    double usage(int user, long at) {
        return sums[user] * Math.pow(2, (theEnd() - at) / HALF_LIFE_MILLIS);
    }

    private static long theEnd() {
        return BEGIN + YEAR.toMillis();
    }
}
