package io.fairway.connect;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.connect.avro.RecordStructs;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Says how far the logs of each path have been read: each path is a source of its own, and each start of the task a life of it.
 * A log has runs that ended, so it says nothing of those that go on.
 */
final class LookReport {
    private final PartitionSettings partitions;
    private final String connector;
    private final String domain;
    private final String cluster;
    private final long interval;
    private final long since;
    private final RecordStructs structs = new RecordStructs();
    private final Map<String, Long> told = new HashMap<>();

    /**
     * Nothing is read yet.
     *
     * @param connector its name
     * @param interval milliseconds between two records of a path
     * @param since when the task started, epoch milliseconds
     */
    LookReport(
            PartitionSettings partitions, String connector, String domain, String cluster, long interval, long since) {
        this.partitions = partitions;
        this.connector = connector;
        this.domain = domain;
        this.cluster = cluster;
        this.interval = interval;
        this.since = since;
    }

    /**
     * The logs of a path were read to their ends.
     *
     * @param began when that reading began, epoch milliseconds
     * @return what is to be said now; null if that was said a moment ago
     */
    @Nullable
    SourceRecord looked(String path, long began) {
        Long last = told.get(path);
        if (last != null && began < last + interval) {
            return null;
        }
        told.put(path, began);
        String source = connector + ": " + path;
        Struct beat = structs.struct(SourceHeartbeat.newBuilder()
                .setDomain(domain)
                .setCluster(cluster)
                .setSource(source)
                .setSince(Instant.ofEpochMilli(since))
                .setThrough(Instant.ofEpochMilli(Math.max(since, began)))
                .setRunningJobs(null)
                .setIntervalMs(interval)
                .build());
        // Sorted, as the cursors' partitions are.
        return new SourceRecord(
                new TreeMap<>(Map.of("looked", path)),
                Map.of("through", began),
                partitions.name(Topic.SOURCES),
                partitions.partition(domain),
                Schema.STRING_SCHEMA,
                Keys.source(domain, cluster, source, since),
                beat.schema(),
                beat);
    }
}
