package io.fairway.bench.bed;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Jobs of random associations, as a busy cluster reports them. Events of different jobs alternate. The numbers of waiting and
 * running jobs stay the same. For one thread.
 */
public final class JobStream {
    private static final int WAITING = 500;
    private static final int RUNNING = 1_000;

    /** @param samples that were sent of it */
    private record Job(int id, int user, long start, int samples) {}

    private final JobRecords records;
    private final int associations;
    private final int samples;
    private final Random random;
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private final ArrayDeque<Job> running = new ArrayDeque<>();
    private int next;
    private int mostWaiting = WAITING;
    /** Whether as many ran at one time as are to run. */
    private boolean isFull;

    /**
     * A stream without jobs yet.
     *
     * @param samples of each job
     * @param first number of the first job
     */
    public JobStream(JobRecords records, int associations, int samples, int first, Random random) {
        this.records = records;
        this.associations = associations;
        this.samples = samples;
        this.random = random;
        next = first;
    }

    /** From now on, so many jobs wait at least. */
    public void waitAtLeast(int jobs) {
        mostWaiting = Math.max(mostWaiting, jobs);
    }

    /**
     * Sends the next record.
     *
     * @param now its time, epoch milliseconds
     * @param submits takes the number of a job before its submission is sent
     */
    public void send(long now, IntConsumer submits) {
        if (running.size() >= RUNNING) {
            isFull = true;
            Job job = running.remove();
            if (job.samples() == samples) {
                records.finished(job.id(), job.user(), job.start(), now);
            } else {
                Job seen = new Job(job.id(), job.user(), job.start(), job.samples() + 1);
                records.sampled(job.id(), job.user(), job.start(), now, seen.samples());
                running.add(seen);
            }
        } else if (waiting.size() >= mostWaiting) {
            Job job = waiting.remove();
            // The first ones are to end one by one, like those that follow, and not all at once.
            running.add(new Job(job.id(), job.user(), now, isFull ? 0 : job.id() % (samples + 1)));
            records.started(job.id(), job.user(), now);
        } else {
            Job job = new Job(next++, random.nextInt(associations), 0, 0);
            waiting.add(job);
            submits.accept(job.id());
            records.submitted(job.id(), job.user(), now);
        }
    }
}
