package io.fairway.dispatcher;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clusters that are nothing but a number of processors each. What runs on them is known from the job events: a run holds
 * its processors from its start to its end, suspended or not.
 *
 * <p>A job that asks for more processors than there are is refused, with a warning: it must not block the queue for good.
 */
public final class SlotCluster implements Cluster {
    private static final Logger log = LoggerFactory.getLogger(SlotCluster.class);

    /** Ended jobs that are remembered, so that a start which is told after its end holds no processors. */
    private static final int REMEMBERED = 100_000;

    private record Run(long since, double processors) {}

    private record Place(String domain, String cluster) {
        static Place of(JobKey job) {
            return new Place(job.domain(), job.cluster());
        }
    }

    private final double processors;
    private final ObjLongConsumer<WaitingJob> starter;
    private final Map<JobKey, Run> running = new HashMap<>();
    private final Map<Place, Double> used = new HashMap<>();
    private final Map<JobKey, Long> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.@Nullable Entry<JobKey, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Idle clusters.
     *
     * @param processors of each cluster, above 0
     * @param starter starts a job at an instant (epoch milliseconds), or says that it would
     */
    public SlotCluster(double processors, ObjLongConsumer<WaitingJob> starter) {
        if (!(processors > 0)) {
            throw new IllegalArgumentException("processors " + processors + ": must be above 0");
        }
        this.processors = processors;
        this.starter = starter;
    }

    /** The event that tells of a start. */
    public static JobEvent startedEvent(WaitingJob job, long now, String source) {
        Map<String, Double> allocated = new HashMap<>(job.requestedTres());
        allocated.put("cpu", job.processors());
        return JobEvent.newBuilder()
                .setDomain(job.key().domain())
                .setCluster(job.key().cluster())
                .setJob(job.key().job())
                .setType(JobEventType.STARTED)
                .setTime(Instant.ofEpochMilli(now))
                .setRun(Instant.ofEpochMilli(now))
                .setSource(source)
                .setTree(job.association().tree())
                .setAccount(job.association().account())
                .setUser(job.association().user())
                .setAllocatedTres(allocated)
                .build();
    }

    /** Processors of a cluster that no run holds; negative if more than there are do run. */
    public double free(String domain, String cluster) {
        return processors - used.getOrDefault(new Place(domain, cluster), 0.0);
    }

    /** Also true of a job that can never fit, so that it is offered, and refused. */
    @Override
    public boolean fits(WaitingJob job) {
        return job.processors() > processors
                || job.processors() <= free(job.key().domain(), job.key().cluster());
    }

    @Override
    public boolean start(WaitingJob job, long now) {
        if (job.processors() > processors) {
            log.warn(
                    "job {} of {} asks for {} processors of {}: it cannot start",
                    job.key().job(),
                    job.key().cluster(),
                    job.processors(),
                    processors);
            return false;
        }
        if (running.containsKey(job.key())) {
            return false;
        }
        hold(job.key(), new Run(now, job.processors()));
        starter.accept(job, now);
        return true;
    }

    @Override
    public boolean observesJobs() {
        return true;
    }

    @Override
    public void observe(JobEvent event) {
        JobKey job = new JobKey(event.getDomain(), event.getCluster(), event.getJob());
        switch (event.getType()) {
            case STARTED -> began(job, event);
            case RESIZED -> resized(job, event);
            case REQUEUED, RERUN, MIGRATED, FORWARDED, FINISHED, CANCELLED -> over(job, event);
            case SUBMITTED,
                    ELIGIBLE,
                    INELIGIBLE,
                    HELD,
                    RELEASED,
                    MODIFIED,
                    RESERVED,
                    RESIZE_REQUESTED,
                    SUSPENDED,
                    RESUMED,
                    BYPASSED,
                    UNKNOWN -> {}
        }
    }

    private void began(JobKey job, JobEvent event) {
        long since = event.getTime().toEpochMilli();
        Long over = ended.get(job);
        Run run = running.get(job);
        // Of an older run, told late.
        if ((over != null && since <= over) || (run != null && since < run.since())) {
            return;
        }
        hold(job, new Run(since, allocated(event, run == null ? 1 : run.processors())));
    }

    private void resized(JobKey job, JobEvent event) {
        Run run = running.get(job);
        if (run != null && event.getTime().toEpochMilli() >= run.since()) {
            hold(job, new Run(run.since(), allocated(event, run.processors())));
        }
    }

    private void over(JobKey job, JobEvent event) {
        // An event that names its run ends that run, whenever it is told; else the run at its time.
        long at = (event.getRun() == null ? event.getTime() : event.getRun()).toEpochMilli();
        Run run = running.get(job);
        if (run == null || at >= run.since()) {
            ended.merge(job, at, Math::max);
            release(job);
        }
    }

    private static double allocated(JobEvent event, double otherwise) {
        Map<String, Double> allocated = event.getAllocatedTres();
        return allocated == null ? otherwise : allocated.getOrDefault("cpu", otherwise);
    }

    private void hold(JobKey job, Run run) {
        release(job);
        running.put(job, run);
        used.merge(Place.of(job), run.processors(), Double::sum);
    }

    private void release(JobKey job) {
        Run run = running.remove(job);
        if (run != null) {
            used.merge(Place.of(job), -run.processors(), Double::sum);
        }
    }
}
