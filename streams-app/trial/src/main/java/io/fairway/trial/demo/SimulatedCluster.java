package io.fairway.trial.demo;

import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster without machines. Its users keep their queues full, a dispatcher starts jobs, and jobs end after their run time. It
 * reports everything but the starts as job events; the dispatcher reports those. Time is an argument, epoch milliseconds.
 */
final class SimulatedCluster implements Cluster {
    private static final int MAX_PROCESSORS = 4;
    private static final long SHORTEST_MILLIS = 500;
    private static final long LONGEST_MILLIS = 3_000;

    private final String name;
    private final Workload workload;
    private final int processors;
    private final SplittableRandom random;
    private final Consumer<JobEvent> events;
    private final Map<String, SimulatedJob> waiting = new HashMap<>();
    /** Their start is not on record yet. */
    private final Map<String, SimulatedJob> starting = new HashMap<>();

    private final Map<String, Running> running = new HashMap<>();
    private final Map<SimulatedJob.Owner, Long> delivered = new HashMap<>();
    private long jobs;
    private int free;

    private record Running(SimulatedJob job, long start) {
        long end() {
            return start + job.runMillis();
        }
    }

    /** The use of one user at an instant; {@code deliveredMillis} in processor-milliseconds since the start. */
    record Use(int waitingJobs, int runningJobs, int processors, long deliveredMillis) {
        static final Use NONE = new Use(0, 0, 0, 0);

        Use plus(Use other) {
            return new Use(
                    waitingJobs + other.waitingJobs,
                    runningJobs + other.runningJobs,
                    processors + other.processors,
                    deliveredMillis + other.deliveredMillis);
        }
    }

    /**
     * An idle cluster without jobs.
     *
     * @param seed decides the jobs
     * @param events gets every event but the starts, in order
     */
    SimulatedCluster(String name, Workload workload, int processors, long seed, Consumer<JobEvent> events) {
        this.name = name;
        this.workload = workload;
        this.processors = processors;
        this.events = events;
        random = new SplittableRandom(seed);
        free = processors;
    }

    @Override
    public synchronized boolean hasRoom() {
        return free > 0;
    }

    @Override
    public synchronized boolean fits(ChosenJob job) {
        return job.processors() <= free;
    }

    /** Its jobs are in no queue, so that all that run are in one. */
    @Override
    public synchronized double wouldHold(ChosenJob job) {
        return processors - free + job.processors();
    }

    /** Ends the jobs whose time is over, and lets each user submit until the backlog is full again. */
    synchronized void advanceTo(long now) {
        for (Iterator<Running> each = running.values().iterator(); each.hasNext(); ) {
            Running run = each.next();
            if (run.end() <= now) {
                each.remove();
                free += run.job().processors();
                delivered.merge(
                        run.job().owner(), run.job().processors() * run.job().runMillis(), Long::sum);
                events.accept(run.job().finishedEvent(name, run.start()));
            }
        }
        fillQueues(now);
    }

    private void fillQueues(long now) {
        Map<SimulatedJob.Owner, Integer> queued = new HashMap<>();
        waiting.values().forEach(job -> queued.merge(job.owner(), 1, Integer::sum));
        for (Workload.Account account : workload.accounts()) {
            for (Workload.User user : account.users()) {
                SimulatedJob.Owner owner = new SimulatedJob.Owner(account.name(), user.name());
                for (int have = queued.getOrDefault(owner, 0); have < user.backlog(); have++) {
                    submit(owner, now);
                }
            }
        }
    }

    private void submit(SimulatedJob.Owner owner, long now) {
        SimulatedJob job = new SimulatedJob(
                Long.toString(++jobs),
                owner,
                random.nextInt(1, Math.min(MAX_PROCESSORS, processors) + 1),
                random.nextLong(SHORTEST_MILLIS, LONGEST_MILLIS + 1),
                now);
        waiting.put(job.id(), job);
        events.accept(job.submittedEvent(name));
    }

    @Override
    public synchronized @Nullable JobEvent start(ChosenJob chosen, long now) {
        String id = chosen.key().job();
        SimulatedJob job = waiting.get(id);
        if (job == null || job.processors() > free) {
            return null;
        }
        waiting.remove(id);
        starting.put(id, job);
        free -= job.processors();
        return job.startedEvent(name, now);
    }

    @Override
    public synchronized void carryOut(ChosenJob chosen, JobEvent event) {
        String id = chosen.key().job();
        SimulatedJob job = starting.remove(id);
        if (job != null) {
            running.put(id, new Running(job, event.getTime().toEpochMilli()));
        }
    }

    @Override
    public synchronized void withdraw(ChosenJob chosen) {
        String id = chosen.key().job();
        SimulatedJob job = starting.remove(id);
        if (job != null) {
            waiting.put(id, job);
            free += job.processors();
        }
    }

    /** Every user's use at an instant, including running jobs up to this instant. */
    synchronized Map<SimulatedJob.Owner, Use> use(long now) {
        Map<SimulatedJob.Owner, Use> use = new HashMap<>();
        delivered.forEach((owner, millis) -> use.put(owner, new Use(0, 0, 0, millis)));
        waiting.values().forEach(job -> use.merge(job.owner(), new Use(1, 0, 0, 0), Use::plus));
        for (Running run : running.values()) {
            SimulatedJob job = run.job();
            long ran = Math.min(job.runMillis(), Math.max(0, now - run.start()));
            use.merge(job.owner(), new Use(0, 1, job.processors(), job.processors() * ran), Use::plus);
        }
        return use;
    }
}
