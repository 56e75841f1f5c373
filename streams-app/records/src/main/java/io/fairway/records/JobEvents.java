package io.fairway.records;

import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.core.hosts.HostSlots;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads job events and samples as facts of the ledger. */
public final class JobEvents {
    private JobEvents() {}

    /** The job that an event is about. */
    public static JobKey key(JobEvent event) {
        return key(event, SharedValues.NONE);
    }

    /** The key of an event. */
    public static JobKey key(JobEvent event, SharedValues shared) {
        return new JobKey(shared.once(event.getDomain()), shared.once(event.getCluster()), event.getJob());
    }

    /** The job that a sample is about. */
    public static JobKey key(ResourceSample sample) {
        return new JobKey(sample.getDomain(), sample.getCluster(), sample.getJob());
    }

    /**
     * The fact in an event.
     *
     * @throws IllegalArgumentException if the event cannot be read; the message names the value and the rule
     */
    public static JobFact fact(JobEvent event) {
        return fact(event, SharedValues.NONE);
    }

    /** The same, with values that other facts have, too. */
    public static JobFact fact(JobEvent event, SharedValues shared) {
        return new JobFact(
                type(event.getType()),
                event.getTime().toEpochMilli(),
                event.getSequence(),
                run(event.getRun()),
                event.getSourceRank(),
                event.getRevision(),
                attributes(event, shared),
                tres("allocatedTres", event.getAllocatedTres(), shared),
                event.getCpuSeconds() == null ? Double.NaN : finite("cpuSeconds", event.getCpuSeconds()),
                0);
    }

    /** The fact in a sample. */
    public static JobFact fact(ResourceSample sample) {
        Double memory = sample.getMemoryMb();
        if (memory != null && memory < 0) {
            throw new IllegalArgumentException("memoryMb " + memory + ": must be at least 0");
        }
        return new JobFact(
                JobEventType.SAMPLE,
                sample.getTime().toEpochMilli(),
                sample.getSequence(),
                run(sample.getRun()),
                0,
                0,
                memory == null || sample.getHost().isEmpty()
                        ? JobAttributes.NONE
                        : JobAttributes.of(Map.of(Attribute.HOST, sample.getHost()), Tres.NONE),
                memory == null ? Tres.NONE : Tres.of(Map.of("mem", decimal("memoryMb", memory))),
                sample.getCpuSeconds() == null ? Double.NaN : finite("cpuSeconds", sample.getCpuSeconds()),
                counterEpoch(sample));
    }

    /** Tells the counters of several hosts apart, as those of several lives: mixes FNV-1a of the host into the epoch. */
    private static long counterEpoch(ResourceSample sample) {
        if (sample.getHost().isEmpty()) {
            return sample.getEpoch();
        }
        long hash = 0xcbf29ce484222325L ^ sample.getEpoch();
        for (byte octet : sample.getHost().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private static JobEventType type(io.fairway.avro.JobEventType type) {
        return switch (type) {
            case SUBMITTED -> JobEventType.SUBMITTED;
            case ELIGIBLE -> JobEventType.ELIGIBLE;
            case INELIGIBLE -> JobEventType.INELIGIBLE;
            case HELD -> JobEventType.HELD;
            case RELEASED -> JobEventType.RELEASED;
            case MODIFIED -> JobEventType.MODIFIED;
            case RESERVED -> JobEventType.RESERVED;
            case STARTED -> JobEventType.STARTED;
            case RESIZE_REQUESTED -> JobEventType.RESIZE_REQUESTED;
            case RESIZED -> JobEventType.RESIZED;
            case SUSPENDED -> JobEventType.SUSPENDED;
            case RESUMED -> JobEventType.RESUMED;
            case BYPASSED -> JobEventType.BYPASSED;
            case REQUEUED -> JobEventType.REQUEUED;
            case RERUN -> JobEventType.RERUN;
            case MIGRATED -> JobEventType.MIGRATED;
            case FORWARDED -> JobEventType.FORWARDED;
            case FINISHED -> JobEventType.FINISHED;
            case CANCELLED -> JobEventType.CANCELLED;
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "type UNKNOWN: the event's type is newer than this version, or not set");
        };
    }

    private static long run(@Nullable Instant run) {
        return run == null ? JobFact.NO_RUN : run.toEpochMilli();
    }

    private static JobAttributes attributes(JobEvent event, SharedValues shared) {
        Texts values = new Texts(new JobAttributes.Builder(), shared);
        values.put(Attribute.TREE, event.getTree());
        values.put(Attribute.ACCOUNT, event.getAccount());
        values.put(Attribute.USER, event.getUser());
        Ineligibility reason = event.getIneligibility();
        values.put(Attribute.REASON, reason == null ? null : reason.name());
        values.put(Attribute.REQUESTED, event.getRequested());
        io.fairway.avro.JobAttributes record = event.getAttributes();
        if (record == null) {
            return values.texts().build(Tres.NONE);
        }
        values.put(Attribute.GROUP, record.getGroup());
        values.put(Attribute.PARTITION, record.getPartition());
        values.put(Attribute.PARTITIONS, joined(record.getPartitions()));
        values.put(Attribute.QUEUE, record.getQueue());
        values.put(Attribute.QOS, record.getQos());
        values.put(Attribute.JOB_CLASS, record.getJobClass());
        values.put(Attribute.PROJECT, record.getProject());
        values.put(Attribute.APPLICATION, record.getApplication());
        values.put(Attribute.JOB_NAME, record.getName());
        values.put(Attribute.NODES, record.getNodes());
        values.put(Attribute.TASKS, record.getTasks());
        values.put(Attribute.TIME_LIMIT, record.getTimeLimitSeconds());
        values.put(Attribute.BEGIN_TIME, millis(record.getBeginTime()));
        values.put(Attribute.DEADLINE, millis(record.getDeadline()));
        values.put(Attribute.USER_PRIORITY, record.getUserPriority());
        values.put(Attribute.NICE, record.getNice());
        values.put(Attribute.SITE_FACTOR, record.getSiteFactor());
        values.put(Attribute.DIRECT_PRIORITY, record.getDirectPriority());
        values.put(Attribute.ADMIN_VALUE, record.getAdminValue());
        values.put(Attribute.SYSTEM_PRIORITY, record.getSystemPriority());
        values.put(Attribute.SOFT_LIMIT_VIOLATIONS, joined(record.getSoftLimitViolations()));
        values.put(Attribute.ATTRIBUTES, joined(record.getAttributes()));
        values.put(Attribute.GENERIC_RESOURCES, counts(record.getGenericResources()));
        values.put(Attribute.GPU_MODE, record.getGpuMode());
        values.put(Attribute.CHUNK, record.getChunk());
        values.put(Attribute.SLA, record.getSla());
        values.put(Attribute.REMOTE_CLUSTER, record.getRemoteCluster());
        values.put(Attribute.HOST, record.getHost());
        values.put(Attribute.EXECUTION_HOSTS, HostSlots.text(record.getExecutionHosts(), record.getHostSlots()));
        values.put(Attribute.SYSTEM_VALUE, record.getSystemValue());
        values.put(Attribute.RESIZABLE, record.getResizable());
        values.put(Attribute.FEATURES, joined(record.getFeatures()));
        values.put(Attribute.QUEUE_PRIORITY, record.getQueuePriority());
        values.put(Attribute.HUNGER, record.getHunger());
        values.put(Attribute.BYPASSES, record.getBypasses());
        values.put(Attribute.BYPASSED_BY, record.getBypassedBy());
        values.put(Attribute.RESOURCE_REQUIREMENT, record.getResourceRequirement());
        values.put(Attribute.REQUESTED_HOSTS, joined(record.getRequestedHosts()));
        values.put(Attribute.QUEUE_MOVE, record.getQueueMove());
        return values.texts().build(tres("requestedTres", record.getRequestedTres(), shared));
    }

    /** The values of an event so far, with those that others have, too. */
    private record Texts(JobAttributes.Builder texts, SharedValues shared) {
        void put(Attribute attribute, @Nullable Object value) {
            if (value != null) {
                texts.put(attribute, shared.once(value.toString()));
            }
        }
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }

    private static @Nullable String joined(@Nullable List<String> names) {
        return names == null ? null : String.join(",", names);
    }

    private static @Nullable String counts(@Nullable Map<String, Double> counts) {
        return counts == null
                ? null
                : counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> e.getKey() + "="
                                + decimal(e.getKey(), e.getValue()).toPlainString())
                        .collect(Collectors.joining(","));
    }

    private static Tres tres(String field, @Nullable Map<String, Double> counts, SharedValues shared) {
        return counts == null || counts.isEmpty()
                ? Tres.NONE
                : shared.resources(counts, unknown -> tres(field, unknown));
    }

    /**
     * Counts of a record as TRES, each the shortest decimal that reads as its double.
     *
     * @param field its name, for the message
     * @throws IllegalArgumentException if a count is not finite; names field, resource and value
     */
    public static Tres tres(String field, @Nullable Map<String, Double> counts) {
        if (counts == null || counts.isEmpty()) {
            return Tres.NONE;
        }
        Map<String, BigDecimal> exact = new HashMap<>();
        counts.forEach((name, count) -> exact.put(name, decimal(field + " " + name, count)));
        return Tres.of(exact);
    }

    /** The shortest decimal that reads as this double: what the writer meant. */
    private static BigDecimal decimal(String field, double value) {
        return new BigDecimal(Double.toString(finite(field, value)));
    }

    private static double finite(String field, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(field + " " + value + ": must be a finite number");
        }
        return value;
    }
}
