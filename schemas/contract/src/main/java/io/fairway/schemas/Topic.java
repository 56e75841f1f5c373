package io.fairway.schemas;

import io.fairway.avro.Adjustment;
import io.fairway.avro.ClockTick;
import io.fairway.avro.Dispatch;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RankRecord;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.avro.UsageRecord;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Every topic of Fairway: its key and value, its retention, and its settings.
 *
 * <p>All topics carry the broker's append time. Event time is in the values only: with the producer's time, retention
 * would delete a trace of past years as soon as it is written.
 */
public enum Topic {
    /** Events of jobs. */
    JOB_EVENTS("job-events", JobEvent.class, "domain|cluster|job", Role.INPUT, Duration.ofDays(180)),
    /** Counters of running jobs. */
    SAMPLES("samples", ResourceSample.class, "domain|cluster|job", Role.INPUT, Duration.ofDays(30)),
    /** Share trees; a tombstone removes a node. */
    SHARES("shares", ShareNode.class, "domain|tree|account|user", Role.INPUT, null),
    /** Policies, each in force from an instant on. */
    POLICIES("policies", Policy.class, "domain|policy|effectiveFrom", Role.INPUT, null),
    /** Hosts of the clusters; a tombstone removes one. */
    HOSTS("hosts", Host.class, "domain|cluster|host", Role.INPUT, null),
    /** Usage on other clusters, as an identity manager counts it; a tombstone removes it. */
    REMOTE_USAGE("remote-usage", RemoteUsage.class, "domain|source|credential|name", Role.INPUT, null),
    /** How far each source of job events has looked. */
    SOURCES("sources", SourceHeartbeat.class, "domain|cluster|source|since", Role.INPUT, null),
    /** Corrections of usage; kept long, because they record who changed what. */
    ADJUSTMENTS("adjustments", Adjustment.class, "domain|tree|account|user|id", Role.INPUT, Duration.ofDays(5 * 365)),
    /** The clock of a domain in replay and simulation; empty otherwise. */
    CLOCK("clock", ClockTick.class, "domain", Role.INPUT, Duration.ofDays(7)),
    /** Decayed usage of associations. */
    USAGE("usage", UsageRecord.class, "domain|measure|tree|account|user", Role.OUTPUT, null),
    /** Fairshare of the nodes of a tree. */
    FAIRSHARE("fairshare", FairshareRecord.class, "domain|policy|tree|account|user", Role.OUTPUT, null),
    /** Ranks of users under Fair Tree, packed: one record for each account. */
    RANKS("ranks", RankRecord.class, "domain|policy|tree|account", Role.OUTPUT, null),
    /** Priorities of waiting jobs; a tombstone means that a job no longer waits. */
    PRIORITIES("priorities", PriorityRecord.class, "domain|policy|cluster|job|request", Role.OUTPUT, null),
    /** Order and slots of queues and pools. */
    ORDERS("orders", QueueOrder.class, "domain|policy|queue", Role.OUTPUT, null),
    /** Signs that a domain is still evaluated. */
    HEARTBEATS("heartbeats", Heartbeat.class, "domain|policy", Role.OUTPUT, null),
    /** Actions of dispatchers. */
    DISPATCHES("dispatches", Dispatch.class, "domain|cluster|job", Role.OUTPUT, Duration.ofDays(30)),
    /** What dispatchers know of the jobs, each job as one event; for their restart. */
    DISPATCHER_JOBS("dispatcher-jobs", JobEvent.class, "domain|cluster|job", Role.OUTPUT, null),
    /** Input found on a partition other than its domain's, unchanged; see {@link DeadLetterHeaders}. */
    MISROUTED("misrouted", byte[].class, "as it came", Role.ENVELOPE, Duration.ofDays(30)),
    /** Input that can never be applied, unchanged; see {@link DeadLetterHeaders}. */
    DEAD_LETTERS("dead-letters", byte[].class, "as it came", Role.ENVELOPE, Duration.ofDays(180));

    /** Default number of partitions of a topic. It is fixed when the topics are made: more would move domains. */
    public static final int DEFAULT_PARTITIONS = 32;

    /** Largest record batch of a topic, in bytes: the broker's own default of 1 MiB and the overhead of a batch. */
    public static final int MAX_MESSAGE_BYTES = 1_048_588;

    /** Extra bytes of an envelope over the input in it: room for the reason headers. */
    public static final int ENVELOPE_BYTES = 64 * 1024;

    /** The compression of inputs on the broker: none, whatever the producer sends. */
    public static final String UNPACKED = "uncompressed";

    /** The compression of all other topics on the broker: every client reads it, whatever the application sends. */
    public static final String READ_BY_ALL = "gzip";

    private enum Role {
        INPUT,
        OUTPUT,
        ENVELOPE
    }

    private final String suffix;
    private final Class<?> valueClass;
    private final String keyDoc;
    private final Role role;
    private final @Nullable Duration retention;

    Topic(String suffix, Class<?> valueClass, String keyDoc, Role role, @Nullable Duration retention) {
        this.suffix = suffix;
        this.valueClass = valueClass;
        this.keyDoc = keyDoc;
        this.role = role;
        this.retention = retention;
    }

    /** Name without the prefix of {@link Topics}. */
    public String suffix() {
        return suffix;
    }

    /** Class of the values: a generated Avro record, or {@code byte[]} for an envelope ({@link #isEnvelope()}). */
    public Class<?> valueClass() {
        return valueClass;
    }

    /** Components of the key in order, in the format of {@link Keys}. */
    public String keyDoc() {
        return keyDoc;
    }

    /** Whether the application reads it. All inputs need the same partitions. */
    public boolean isInput() {
        return role == Role.INPUT;
    }

    /** Whether it is an input of which only the last value of each key counts. A tombstone removes one. */
    public boolean isTable() {
        return isInput() && isCompacted();
    }

    /** Whether an application starts without it: one of an earlier version has no such topic. */
    public boolean isOptional() {
        return this == SOURCES;
    }

    /** Whether a cluster may have one of its own, see {@link NamedClusters}. */
    public boolean isPerCluster() {
        return this == JOB_EVENTS || this == SAMPLES;
    }

    /** Whether it holds unchanged input instead of its own records. */
    public boolean isEnvelope() {
        return role == Role.ENVELOPE;
    }

    /** Whether the last value of each key is kept for good; otherwise values are deleted after {@link #retention()}. */
    public boolean isCompacted() {
        return retention == null;
    }

    /** How long values are kept after they were appended; null for a compacted topic ({@link #isCompacted()}). */
    public @Nullable Duration retention() {
        return retention;
    }

    /** Largest record batch in bytes. */
    public int maxMessageBytes() {
        return isEnvelope() ? MAX_MESSAGE_BYTES + ENVELOPE_BYTES : MAX_MESSAGE_BYTES;
    }

    /** The topic's settings under the broker's names, sorted. */
    public Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxMessageBytes()));
        // The broker bounds the size of a batch as it keeps it. A few kilobytes may unpack to a gigabyte.
        settings.put(TopicConfig.COMPRESSION_TYPE_CONFIG, isInput() || this == MISROUTED ? UNPACKED : READ_BY_ALL);
        if (retention == null) {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        } else {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
        }
        return settings;
    }
}
