package io.fairway.trial.load;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Jobs of random associations, as a busy cluster reports them. Events of different jobs alternate. The numbers of waiting and
 * running jobs stay the same.
 */
final class JobStream {
    private static final int WAITING = 500;
    private static final int RUNNING = 1_000;
    private static final long HOUR = 3_600_000;

    private record Job(String id, int association, Instant started) {}

    private final LoadPlan plan;
    private final LongSupplier clock;
    private final Random random = new Random(1);
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private final ArrayDeque<Job> running = new ArrayDeque<>();
    private int number;

    /** @param clock epoch milliseconds */
    JobStream(LoadPlan plan, LongSupplier clock) {
        this.plan = plan;
        this.clock = clock;
    }

    /** The first event of the job that gives an association its first usage. */
    JobEvent earlierStart(int association, long now) {
        return event("e" + association, association, JobEventType.STARTED, began(association, now))
                .setAllocatedTres(Map.of("cpu", 1.0 + association % 64))
                .build();
    }

    /** The last event of this job. */
    JobEvent earlierFinish(int association, long now) {
        Instant began = began(association, now);
        return event("e" + association, association, JobEventType.FINISHED, began.plusMillis(HOUR))
                .setRun(began)
                .build();
    }

    /** An instant for each association, so that no two have the same usage. */
    private static Instant began(int association, long now) {
        return Instant.ofEpochMilli(now - (2 + association % 100) * HOUR - association);
    }

    /** The next event of the stream. */
    JobEvent next() {
        Instant now = Instant.ofEpochMilli(clock.getAsLong());
        if (running.size() >= RUNNING) {
            Job job = running.remove();
            return event(job.id(), job.association(), JobEventType.FINISHED, now)
                    .setRun(job.started())
                    .build();
        }
        if (waiting.size() >= WAITING) {
            Job job = waiting.remove();
            running.add(new Job(job.id(), job.association(), now));
            return event(job.id(), job.association(), JobEventType.STARTED, now)
                    .setAllocatedTres(Map.of("cpu", 1.0 + job.association() % 64))
                    .build();
        }
        Job job = new Job("j" + number++, random.nextInt(plan.associations()), now);
        waiting.add(job);
        return event(job.id(), job.association(), JobEventType.SUBMITTED, now).build();
    }

    private JobEvent.Builder event(String job, int association, JobEventType type, Instant at) {
        return JobEvent.newBuilder()
                .setDomain(LoadPlan.DOMAIN)
                .setCluster(LoadPlan.DOMAIN)
                .setJob(job)
                .setAccount(plan.account(association))
                .setUser(LoadPlan.user(association))
                .setType(type)
                .setTime(at);
    }
}
