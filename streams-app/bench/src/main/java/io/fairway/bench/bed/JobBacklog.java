package io.fairway.bench.bed;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Jobs in order of time: submitted, started, some samples, finished. Events of different jobs alternate, and the
 * numbers of waiting and running jobs stay even.
 *
 * @param jobs how many
 * @param samples of each job, evenly over its run
 * @param begin when the first is submitted, epoch milliseconds
 * @param step milliseconds from one submission to the next
 * @param queued milliseconds from submission to start
 * @param run milliseconds from start to end
 */
public record JobBacklog(int jobs, int samples, long begin, long step, long queued, long run) {
    private static final int WAITING = 500;
    private static final int RUNNING = 1_000;
    private static final long STEP_MILLIS = 20;
    private static final long MARGIN_MILLIS = 120_000;

    /** 50 jobs a second that ended just now: 500 wait and 1,000 run at any time. */
    public static JobBacklog recent(int jobs, int samples) {
        long wait = WAITING * STEP_MILLIS;
        long run = RUNNING * STEP_MILLIS;
        long begin = System.currentTimeMillis() - STEP_MILLIS * jobs - wait - run - MARGIN_MILLIS;
        return new JobBacklog(jobs, samples, begin, STEP_MILLIS, wait, run);
    }

    /** Events and samples of all jobs. */
    public long events() {
        return (long) jobs * (3 + samples);
    }

    private record Due(long at, int job, int stage, int user) {}

    /** Sends everything, for users by chance. Returns when it has arrived. */
    public void send(RecordWriter writer, BenchTree tree) {
        JobRecords records = new JobRecords(writer, tree, "j");
        Random random = new Random(jobs);
        PriorityQueue<Due> next =
                new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingInt(Due::job));
        int submitted = 0;
        while (submitted < jobs || !next.isEmpty()) {
            long submit = submitted < jobs ? begin + step * submitted : Long.MAX_VALUE;
            if (next.isEmpty() || submit <= next.peek().at()) {
                next.add(new Due(submit, submitted++, 0, random.nextInt(tree.associations())));
                continue;
            }
            Due due = next.remove();
            long start = begin + step * due.job() + queued;
            send(records, due, start);
            if (due.stage() < samples + 2) {
                next.add(new Due(start + run * due.stage() / (samples + 1), due.job(), due.stage() + 1, due.user()));
            }
        }
        writer.flush();
    }

    private void send(JobRecords records, Due due, long start) {
        if (due.stage() == 0) {
            records.submitted(due.job(), due.user(), due.at());
        } else if (due.stage() == 1) {
            records.started(due.job(), due.user(), start);
        } else if (due.stage() == samples + 2) {
            records.finished(due.job(), due.user(), start, due.at());
        } else {
            records.sampled(due.job(), due.user(), start, due.at(), due.stage() - 1);
        }
    }
}
