package io.fairway.policies.avro;

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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads job events and samples as facts of the ledger. */
public final class JobEvents {
    private JobEvents() {}

    public static JobKey key(JobEvent event) {
        return key(event, SharedValues.NONE);
    }

    /** The key of an event. */
    public static JobKey key(JobEvent event, SharedValues shared) {
        return new JobKey(shared.once(event.getDomain()), shared.once(event.getCluster()), event.getJob());
    }

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
                shared.once(tres("allocatedTres", event.getAllocatedTres())),
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
        EnumMap<Attribute, String> values = values(event);
        values.replaceAll((attribute, text) -> shared.once(text));
        io.fairway.avro.JobAttributes said = event.getAttributes();
        return JobAttributes.of(
                values, said == null ? Tres.NONE : shared.once(tres("requestedTres", said.getRequestedTres())));
    }

    private static EnumMap<Attribute, String> values(JobEvent event) {
        EnumMap<Attribute, String> values = new EnumMap<>(Attribute.class);
        put(values, Attribute.TREE, event.getTree());
        put(values, Attribute.ACCOUNT, event.getAccount());
        put(values, Attribute.USER, event.getUser());
        Ineligibility reason = event.getIneligibility();
        put(values, Attribute.REASON, reason == null ? null : reason.name());
        put(values, Attribute.REQUESTED, event.getRequested());
        io.fairway.avro.JobAttributes said = event.getAttributes();
        if (said == null) {
            return values;
        }
        put(values, Attribute.GROUP, said.getGroup());
        put(values, Attribute.PARTITION, said.getPartition());
        put(values, Attribute.PARTITIONS, joined(said.getPartitions()));
        put(values, Attribute.QUEUE, said.getQueue());
        put(values, Attribute.QOS, said.getQos());
        put(values, Attribute.JOB_CLASS, said.getJobClass());
        put(values, Attribute.PROJECT, said.getProject());
        put(values, Attribute.APPLICATION, said.getApplication());
        put(values, Attribute.JOB_NAME, said.getName());
        put(values, Attribute.NODES, said.getNodes());
        put(values, Attribute.TASKS, said.getTasks());
        put(values, Attribute.TIME_LIMIT, said.getTimeLimitSeconds());
        put(values, Attribute.BEGIN_TIME, millis(said.getBeginTime()));
        put(values, Attribute.DEADLINE, millis(said.getDeadline()));
        put(values, Attribute.USER_PRIORITY, said.getUserPriority());
        put(values, Attribute.NICE, said.getNice());
        put(values, Attribute.SITE_FACTOR, said.getSiteFactor());
        put(values, Attribute.DIRECT_PRIORITY, said.getDirectPriority());
        put(values, Attribute.ADMIN_VALUE, said.getAdminValue());
        put(values, Attribute.SYSTEM_PRIORITY, said.getSystemPriority());
        put(values, Attribute.SOFT_LIMIT_VIOLATIONS, joined(said.getSoftLimitViolations()));
        put(values, Attribute.ATTRIBUTES, joined(said.getAttributes()));
        put(values, Attribute.GENERIC_RESOURCES, counts(said.getGenericResources()));
        put(values, Attribute.GPU_MODE, said.getGpuMode());
        put(values, Attribute.CHUNK, said.getChunk());
        put(values, Attribute.SLA, said.getSla());
        put(values, Attribute.REMOTE_CLUSTER, said.getRemoteCluster());
        put(values, Attribute.HOST, said.getHost());
        put(values, Attribute.EXECUTION_HOSTS, HostSlots.text(said.getExecutionHosts(), said.getHostSlots()));
        put(values, Attribute.SYSTEM_VALUE, said.getSystemValue());
        put(values, Attribute.RESIZABLE, said.getResizable());
        put(values, Attribute.FEATURES, joined(said.getFeatures()));
        put(values, Attribute.QUEUE_PRIORITY, said.getQueuePriority());
        put(values, Attribute.HUNGER, said.getHunger());
        put(values, Attribute.BYPASSES, said.getBypasses());
        put(values, Attribute.BYPASSED_BY, said.getBypassedBy());
        put(values, Attribute.RESOURCE_REQUIREMENT, said.getResourceRequirement());
        put(values, Attribute.REQUESTED_HOSTS, joined(said.getRequestedHosts()));
        put(values, Attribute.QUEUE_MOVE, said.getQueueMove());
        return values;
    }

    private static void put(Map<Attribute, String> values, Attribute attribute, @Nullable Object value) {
        if (value != null) {
            values.put(attribute, value.toString());
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

    static Tres tres(String field, @Nullable Map<String, Double> counts) {
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
