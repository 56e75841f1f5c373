package io.fairway.schemas;

import io.fairway.avro.Adjustment;
import io.fairway.avro.ClockTick;
import io.fairway.avro.Dispatch;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Every topic of Fairway: what its key and value are, how long it keeps them, and the settings it is made with.
 *
 * <p>All topics carry the broker's append time. Event time is in the values alone: with the producer's time a trace of
 * years ago would be deleted by retention as soon as it is written.
 */
public enum Topic {
    /** What happened to jobs. */
    JOB_EVENTS("job-events", JobEvent.class, "domain|cluster|job", Role.INPUT, Duration.ofDays(180)),
    /** Counters of running jobs. */
    SAMPLES("samples", ResourceSample.class, "domain|cluster|job", Role.INPUT, Duration.ofDays(30)),
    /** Share trees; a tombstone removes a node. */
    SHARES("shares", ShareNode.class, "domain|tree|account|user", Role.INPUT, null),
    /** Policies, each from an instant on. */
    POLICIES("policies", Policy.class, "domain|policy|effectiveFrom", Role.INPUT, null),
    /** Corrections of usage; kept long, for they are the record of who changed what. */
    ADJUSTMENTS("adjustments", Adjustment.class, "domain|tree|account|user|id", Role.INPUT, Duration.ofDays(5 * 365)),
    /** The clock of a domain in replay and simulation; empty otherwise. */
    CLOCK("clock", ClockTick.class, "domain", Role.INPUT, Duration.ofDays(7)),
    /** Decayed usage of associations. */
    USAGE("usage", UsageRecord.class, "domain|measure|tree|account|user", Role.OUTPUT, null),
    /** Fairshare of the nodes of a tree. */
    FAIRSHARE("fairshare", FairshareRecord.class, "domain|policy|tree|account|user", Role.OUTPUT, null),
    /** Priorities of waiting jobs; a tombstone says that a job no longer waits. */
    PRIORITIES("priorities", PriorityRecord.class, "domain|policy|cluster|job|request", Role.OUTPUT, null),
    /** Order and slots of queues and pools. */
    ORDERS("orders", QueueOrder.class, "domain|policy|queue", Role.OUTPUT, null),
    /** Signs that a domain is evaluated. */
    HEARTBEATS("heartbeats", Heartbeat.class, "domain|policy", Role.OUTPUT, null),
    /** What dispatchers did. */
    DISPATCHES("dispatches", Dispatch.class, "domain|cluster|job", Role.OUTPUT, Duration.ofDays(30)),
    /** Input that lay on another partition than its domain's, as it came; see {@link DeadLetterHeaders}. */
    MISROUTED("misrouted", byte[].class, "as it came", Role.ENVELOPE, Duration.ofDays(30)),
    /** Input that can never be applied, as it came; see {@link DeadLetterHeaders}. */
    DEAD_LETTERS("dead-letters", byte[].class, "as it came", Role.ENVELOPE, Duration.ofDays(180));

    /** Partitions of a topic unless told otherwise. They are fixed when the topics are made: more would move domains. */
    public static final int DEFAULT_PARTITIONS = 32;

    /** Greatest record batch of a topic, in bytes: the broker's own default of 1 MiB and the overhead of a batch. */
    public static final int MAX_MESSAGE_BYTES = 1_048_588;

    /** What an envelope may be larger than the input in it, in bytes: room for the reason headers. */
    public static final int ENVELOPE_BYTES = 64 * 1024;

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

    /** Class of the values: a generated Avro record, or {@code byte[]} where {@link #isEnvelope()}. */
    public Class<?> valueClass() {
        return valueClass;
    }

    /** Components of the key in their order, as {@link Keys} writes them. */
    public String keyDoc() {
        return keyDoc;
    }

    /** Whether the application reads it, so that it must be partitioned like all other inputs. */
    public boolean isInput() {
        return role == Role.INPUT;
    }

    /** Whether it holds input as it came instead of records of its own. */
    public boolean isEnvelope() {
        return role == Role.ENVELOPE;
    }

    /** Whether the last value of each key is kept for good; else values are deleted after {@link #retention()}. */
    public boolean isCompacted() {
        return retention == null;
    }

    /** How long values are kept after they were appended; null where {@link #isCompacted()}. */
    public @Nullable Duration retention() {
        return retention;
    }

    /** Greatest record batch in bytes. */
    public int maxMessageBytes() {
        return isEnvelope() ? MAX_MESSAGE_BYTES + ENVELOPE_BYTES : MAX_MESSAGE_BYTES;
    }

    /** The topic's settings under the broker's names, sorted. */
    public Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxMessageBytes()));
        if (retention == null) {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        } else {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
        }
        return settings;
    }
}
