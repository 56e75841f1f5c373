package io.fairway.dispatcher.cluster;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.running.RunningJobs;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clusters that consist of a number of processors each. The job events tell which jobs run there: a run holds its
 * processors from its start to its end, suspended or not. A processor is a slot; the job's latest queue holds it.
 *
 * <p>A start is its event and nothing more: what is on record happened, exactly once.
 *
 * <p>A resize request is granted when its part beyond the job's size is free.
 *
 * <p>A job that requests more processors than exist is refused, with a warning: it must not block the queue for good.
 */
public final class SlotCluster implements Cluster {
    private static final Logger log = LoggerFactory.getLogger(SlotCluster.class);

    /** Learns of each new size of a running job. */
    @FunctionalInterface
    public interface Resizer {
        /**
         * The job has another size.
         *
         * @param request the resize request
         * @param run start of its run, epoch milliseconds
         * @param now epoch milliseconds
         */
        void resize(ChosenJob request, long run, long now);
    }

    private final double processors;
    private final ObjLongConsumer<ChosenJob> starter;
    private final @Nullable Resizer resizer;
    private RunningJobs running = new RunningJobs();

    /**
     * Idle clusters that do not resize jobs.
     *
     * @param processors of each cluster, above 0
     */
    public SlotCluster(double processors, ObjLongConsumer<ChosenJob> starter) {
        this(processors, starter, null);
    }

    /**
     * Idle clusters.
     *
     * @param processors of each cluster, above 0
     * @param starter learns of each start at its instant (epoch milliseconds)
     * @param resizer {@code null} = no job is resized
     */
    public SlotCluster(double processors, ObjLongConsumer<ChosenJob> starter, @Nullable Resizer resizer) {
        if (!(processors > 0)) {
            throw new IllegalArgumentException("processors " + processors + ": must be above 0");
        }
        this.processors = processors;
        this.starter = starter;
        this.resizer = resizer;
    }

    /** The event of a start. */
    static JobEvent startedEvent(ChosenJob job, long now) {
        JobEvent.Builder event = event(job, JobEventType.STARTED, now, now);
        if (!job.queue().isEmpty()) {
            event.setAttributes(JobAttributes.newBuilder().setQueue(job.queue()).build());
        }
        return event.build();
    }

    /**
     * The event of a new size.
     *
     * @param run start of the run, epoch milliseconds
     */
    static JobEvent resizedEvent(ChosenJob request, long run, long now) {
        return event(request, JobEventType.RESIZED, run, now).build();
    }

    private static JobEvent.Builder event(ChosenJob job, JobEventType type, long run, long now) {
        Map<String, Double> allocated = new HashMap<>(job.requestedTres());
        allocated.put("cpu", job.processors());
        return JobEvent.newBuilder()
                .setDomain(job.key().domain())
                .setCluster(job.key().cluster())
                .setJob(job.key().job())
                .setType(type)
                .setTime(Instant.ofEpochMilli(now))
                .setRun(Instant.ofEpochMilli(run))
                .setTree(job.association().tree())
                .setAccount(job.association().account())
                .setUser(job.association().user())
                .setAllocatedTres(allocated);
    }

    /** Processors of a cluster that no run holds; negative if the runs hold more than exist. */
    public double free(String domain, String cluster) {
        return processors - running.busy().ofCluster(domain, cluster);
    }

    /** Also true for a job that can never fit, so that it is offered, and refused. */
    @Override
    public boolean fits(ChosenJob job) {
        return job.processors() > processors
                || more(job) <= free(job.key().domain(), job.key().cluster());
    }

    @Override
    public String whyNot(ChosenJob job) {
        double free = Math.max(0, free(job.key().domain(), job.key().cluster()));
        return job.processors() > processors
                ? "it requests " + count(job.processors()) + ", and the cluster has " + decimal(processors)
                : "it needs " + count(more(job)) + ", and " + decimal(free) + " of " + decimal(processors)
                        + " are free";
    }

    private static String count(double number) {
        return decimal(number) + (number == 1 ? " processor" : " processors");
    }

    /** Of any number: a record may request what is none. */
    private static String decimal(double number) {
        return number == (long) number ? Long.toString((long) number) : Double.toString(number);
    }

    @Override
    public double wouldHold(ChosenJob job) {
        return running.busy().ofQueue(job.key().domain(), job.queue()) + more(job);
    }

    /** The processors that a job needs beyond those it has. */
    private double more(ChosenJob job) {
        RunningJobs.Run run = job.isResize() ? running.of(job.key()) : null;
        return run == null ? job.processors() : job.processors() - run.processors();
    }

    @Override
    public @Nullable JobEvent start(ChosenJob job, long now) {
        return isTooLarge(job) || running.of(job.key()) != null ? null : startedEvent(job, now);
    }

    @Override
    public boolean resizes() {
        return resizer != null;
    }

    @Override
    public @Nullable JobEvent resize(ChosenJob request, long now) {
        RunningJobs.Run run = running.of(request.key());
        return resizer == null || run == null || isTooLarge(request) ? null : resizedEvent(request, run.since(), now);
    }

    @Override
    public void carryOut(ChosenJob job, JobEvent event) {
        long time = event.getTime().toEpochMilli();
        if (!job.isResize()) {
            starter.accept(job, time);
        } else if (resizer != null) {
            Instant run = event.getRun();
            resizer.resize(job, run == null ? time : run.toEpochMilli(), time);
        }
    }

    private boolean isTooLarge(ChosenJob job) {
        if (job.processors() <= processors) {
            return false;
        }
        log.warn(
                "job {} of {} requests {} processors of {}: it cannot {}",
                job.key().job(),
                job.key().cluster(),
                job.processors(),
                processors,
                job.isResize() ? "have them" : "start");
        return true;
    }

    @Override
    public void follow(RunningJobs jobs) {
        running = jobs;
    }

    /** Applies a job event, where no dispatcher does. */
    public void observe(JobEvent event) {
        running.observe(event);
    }
}
