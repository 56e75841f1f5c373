package io.fairway.dispatcher.running;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.hosts.HostSlots;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.running.RunningJobs.End;
import io.fairway.dispatcher.running.RunningJobs.Observed;
import io.fairway.dispatcher.running.RunningJobs.Run;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What dispatchers keep of the jobs, on a compacted topic: each job as one event that says all that is known of it. A
 * restart reads this, and the job events since, instead of all job events.
 *
 * <p>The leading dispatcher writes what differs from the topic. Then it keeps the offset up to which it had read the job
 * events. So the records are at least as new as the offset, and reading events again changes nothing.
 */
public final class StoredJobs {
    private final Map<String, Map<JobKey, Observed>> stored = new HashMap<>();

    /** Applies a record of the topic. */
    public void apply(String key, @Nullable JobEvent event) {
        List<String> parts = Keys.split(key);
        if (parts.size() != 3) {
            throw new IllegalArgumentException("key \"" + key + "\": must have 3 components, has " + parts.size());
        }
        JobKey job = new JobKey(parts.get(0), parts.get(1), parts.get(2));
        if (event == null) {
            put(job, null);
            return;
        }
        RunningJobs one = new RunningJobs();
        one.observe(event);
        put(job, one.observed(job));
    }

    /** Tells running jobs all that is stored. */
    public void restore(RunningJobs running) {
        stored.values().forEach(jobs -> jobs.forEach((job, observed) -> running.observe(event(job, observed))));
    }

    /** Number of stored jobs. */
    public int count() {
        return stored.values().stream().mapToInt(Map::size).sum();
    }

    /** Domains with stored jobs. */
    public Set<String> domains() {
        return stored.keySet();
    }

    /** The records that make the topic equal to what is known of a domain. */
    public List<FencedPublisher.Entry> changes(String domain, Map<JobKey, Observed> observed) {
        Map<JobKey, Observed> before = stored.getOrDefault(domain, Map.of());
        List<FencedPublisher.Entry> changes = new ArrayList<>();
        observed.forEach((job, now) -> {
            if (!now.equals(before.get(job))) {
                changes.add(entry(job, event(job, now)));
            }
        });
        before.keySet().forEach(job -> {
            if (!observed.containsKey(job)) {
                changes.add(entry(job, null));
            }
        });
        return changes;
    }

    /** The changes are on the topic. */
    public void written(List<FencedPublisher.Entry> changes) {
        changes.forEach(change -> apply(change.key(), (JobEvent) change.value()));
    }

    private void put(JobKey job, @Nullable Observed observed) {
        if (observed != null) {
            stored.computeIfAbsent(job.domain(), domain -> new HashMap<>()).put(job, observed);
            return;
        }
        stored.computeIfPresent(job.domain(), (domain, jobs) -> {
            jobs.remove(job);
            return jobs.isEmpty() ? null : jobs;
        });
    }

    private static FencedPublisher.Entry entry(JobKey job, @Nullable JobEvent event) {
        return new FencedPublisher.Entry(
                Topic.DISPATCHER_JOBS, Keys.job(job.domain(), job.cluster(), job.job()), event);
    }

    private static JobEvent event(JobKey job, Observed observed) {
        Run run = observed.run();
        End end = observed.end();
        JobEvent.Builder event = JobEvent.newBuilder()
                .setDomain(job.domain())
                .setCluster(job.cluster())
                .setJob(job.job())
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.EPOCH);
        if (run != null) {
            Instant since = Instant.ofEpochMilli(run.since());
            event.setType(JobEventType.STARTED)
                    .setTime(since)
                    .setRun(since)
                    .setAllocatedTres(Map.of("cpu", run.processors()));
        } else if (end != null) {
            event.setType(end.forGood() ? JobEventType.FINISHED : JobEventType.REQUEUED)
                    .setTime(Instant.ofEpochMilli(end.at()));
        }
        String hosts = run == null ? "" : run.hosts();
        boolean isPlaced = !hosts.isEmpty();
        if (observed.queue() != null || observed.chunk() != null || isPlaced) {
            event.setAttributes(JobAttributes.newBuilder()
                    .setQueue(observed.queue())
                    .setChunk(observed.chunk())
                    .setExecutionHosts(isPlaced ? HostSlots.hosts(hosts) : null)
                    .setHostSlots(isPlaced ? HostSlots.stated(hosts) : null)
                    .build());
        }
        return event.build();
    }
}
