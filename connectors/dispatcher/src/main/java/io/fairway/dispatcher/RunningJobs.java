package io.fairway.dispatcher;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The running jobs from the job events: the processors that each job holds, and with it each cluster and each queue. A
 * run holds its processors from its start to its end, suspended or not, for the latest queue of the job.
 */
final class RunningJobs {
    /** Number of ended jobs to remember, so that a start reported after its end holds no processors. */
    private static final int REMEMBERED = 100_000;

    /** A run with its start, epoch milliseconds. */
    record Run(long since, double processors) {}

    /** A cluster or a queue of a domain. */
    private record Place(String domain, String name) {}

    private final Map<JobKey, Run> running = new HashMap<>();
    private final Map<JobKey, String> queues = new HashMap<>();
    private final Map<Place, Double> used = new HashMap<>();
    private final Map<Place, Double> held = new HashMap<>();
    private final Map<JobKey, Long> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.@Nullable Entry<JobKey, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** The run of a job; null if it does not run. */
    @Nullable
    Run of(JobKey job) {
        return running.get(job);
    }

    /** Processors that the runs of a cluster hold. */
    double used(String domain, String cluster) {
        return used.getOrDefault(new Place(domain, cluster), 0.0);
    }

    /** Processors that the runs of a queue hold, in all clusters. */
    double held(String domain, String queue) {
        return held.getOrDefault(new Place(domain, queue), 0.0);
    }

    /** Applies a job event, of any source. */
    void observe(JobEvent event) {
        JobKey job = new JobKey(event.getDomain(), event.getCluster(), event.getJob());
        enqueued(job, event);
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

    /** Any event may carry the queue of the job, which may change. */
    private void enqueued(JobKey job, JobEvent event) {
        JobAttributes said = event.getAttributes();
        String queue = said == null ? null : said.getQueue();
        Long over = ended.get(job);
        if (queue == null || (over != null && event.getTime().toEpochMilli() <= over)) {
            return;
        }
        enqueued(job, queue);
    }

    /** Moves the job, and the processors that it holds, to this queue. */
    void enqueued(JobKey job, String queue) {
        Run run = running.get(job);
        release(job);
        queues.put(job, queue);
        if (run != null) {
            hold(job, run);
        }
    }

    private void began(JobKey job, JobEvent event) {
        long since = event.getTime().toEpochMilli();
        Long over = ended.get(job);
        Run run = running.get(job);
        // A late event of an older run.
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
        // An event that names its run ends that run, however late it arrives; any other event ends the run at its time.
        long at = (event.getRun() == null ? event.getTime() : event.getRun()).toEpochMilli();
        Run run = running.get(job);
        if (run == null || at >= run.since()) {
            ended.merge(job, at, Math::max);
            release(job);
            if (!waitsAgain(event.getType())) {
                queues.remove(job);
            }
        }
    }

    private static boolean waitsAgain(JobEventType type) {
        return type == JobEventType.REQUEUED || type == JobEventType.RERUN || type == JobEventType.MIGRATED;
    }

    private static double allocated(JobEvent event, double otherwise) {
        Map<String, Double> allocated = event.getAllocatedTres();
        return allocated == null ? otherwise : allocated.getOrDefault("cpu", otherwise);
    }

    /** Makes this run hold its processors, and releases those that the job held before. */
    void hold(JobKey job, Run run) {
        release(job);
        running.put(job, run);
        charge(job, run.processors());
    }

    private void release(JobKey job) {
        Run run = running.remove(job);
        if (run != null) {
            charge(job, -run.processors());
        }
    }

    private void charge(JobKey job, double more) {
        used.merge(new Place(job.domain(), job.cluster()), more, Double::sum);
        String queue = queues.get(job);
        if (queue != null) {
            held.merge(new Place(job.domain(), queue), more, Double::sum);
        }
    }
}
