package io.fairway.collect.slurm;

import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.collect.SourceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells of each cluster that was in the queue or in accounting how far it was looked at. At the first look at a cluster, each run
 * gets a sign of life: from then on, it is known to be watched.
 */
final class WatchedClusters {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final String domain;
    private final String source;
    private final SourceReport report;
    /** The first look at each cluster that was told. */
    private final Map<String, Instant> since = new TreeMap<>();

    private final Set<String> inAccounting = new HashSet<>();

    private Instant told = Instant.MIN;

    /**
     * @param domain of the events; empty = the one named like the cluster
     * @param source the name of this program, unique in its clusters
     */
    WatchedClusters(String domain, String source, SourceReport report) {
        this.domain = domain;
        this.source = source;
        this.report = report;
    }

    /** Accounting has a run of this cluster: it is watched also while nobody has a job there. */
    void inAccounting(String cluster) {
        inAccounting.add(cluster);
    }

    /** All that came of a look is safe. */
    void looked(QueueLook look) {
        Map<String, Long> running = new HashMap<>();
        since.keySet().forEach(cluster -> running.put(cluster, 0L));
        inAccounting.forEach(cluster -> running.put(cluster, 0L));
        List<ResourceSample> signs = new ArrayList<>();
        for (SlurmJob job : look.jobs().values()) {
            boolean runs = job.phase().holdsResources() && job.started() != null;
            running.merge(job.cluster(), runs ? 1L : 0L, Long::sum);
            if (runs && !since.containsKey(job.cluster())) {
                signs.add(sign(job, look.time()));
            }
        }
        boolean isDue = told.equals(Instant.MIN) || !look.time().isBefore(told.plus(INTERVAL));
        if (!running.isEmpty() && (isDue || !since.keySet().containsAll(running.keySet()))) {
            List<SourceHeartbeat> heartbeats = new ArrayList<>();
            running.forEach((cluster, jobs) -> heartbeats.add(heartbeat(cluster, look.time(), jobs)));
            if (report.tell(signs, heartbeats)) {
                running.keySet().forEach(cluster -> since.putIfAbsent(cluster, look.time()));
                told = look.time();
            }
        }
    }

    private ResourceSample sign(SlurmJob job, Instant time) {
        return ResourceSample.newBuilder()
                .setDomain(domain(job.cluster()))
                .setCluster(job.cluster())
                .setJob(job.id())
                .setRun(job.started())
                .setTime(time)
                .setSequence(time.toEpochMilli())
                .setSource(source)
                .build();
    }

    private SourceHeartbeat heartbeat(String cluster, Instant time, long running) {
        Duration interval = told.equals(Instant.MIN) ? INTERVAL : Duration.between(told, time);
        return SourceHeartbeat.newBuilder()
                .setDomain(domain(cluster))
                .setCluster(cluster)
                .setSource(source)
                .setSince(since.getOrDefault(cluster, time))
                .setThrough(time)
                .setRunningJobs(running)
                .setIntervalMs(Math.max(interval.toMillis(), INTERVAL.toMillis()))
                .build();
    }

    private String domain(String cluster) {
        return domain.isEmpty() ? cluster : domain;
    }
}
