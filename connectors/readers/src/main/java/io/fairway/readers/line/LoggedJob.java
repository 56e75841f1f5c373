package io.fairway.readers.line;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, as an accounting log has it: submitted, started, resized and ended, as far as it came.
 *
 * <p>A run that began again later is a run of its own: {@code REQUEUED} ends it. So is each part of a run whose size changed,
 * in formats that have a record with a start for each size.
 */
final class LoggedJob implements TraceJob {
    private static final JobEventType[] NO_TYPES = {};

    /** Resizes come after the submission and the start. */
    private static final int FIRST_RESIZE = 2;

    /** Longest name of a job that Fairway takes. */
    private static final int LONGEST_NAME = 16_384;

    private final String source;
    private final String domain;
    private final String cluster;
    private final String job;
    private final String account;
    private final String user;
    private final long submitted;
    private final long started;
    private final long ended;
    private final JobEventType[] types;
    /** The number of a start that another record knows better; -1 = none. */
    private final int presumed;

    private final long earlierStart;
    private final Map<String, Double> allocated;
    private final List<JobRecord.Resize> resizes;
    private final JobAttributes attributes;
    private final double cpuSeconds;
    private final @Nullable String exitStatus;

    LoggedJob(JobRecord record, String domain, String cluster, Interned<String> names) {
        source = record.source;
        this.domain = names.of(domain);
        this.cluster = names.of(cluster);
        job = record.job;
        account = names.of(record.account);
        user = names.of(record.user);
        types = types(record);
        presumed = record.state == JobRecord.State.RESIZED ? 2 : record.earlierStart == JobRecord.NEVER ? -1 : 1;
        earlierStart = record.earlierStart;
        started = record.started;
        ended = record.ended;
        // A requeued run may have been submitted, as its record says, after it started.
        long latest = started != JobRecord.NEVER ? started : ended != JobRecord.NEVER ? ended : Long.MAX_VALUE;
        submitted = Math.min(record.submitted == JobRecord.NEVER ? latest : record.submitted, latest);
        allocated = Map.copyOf(record.allocated);
        resizes = List.copyOf(record.resizes);
        attributes = attributes(record, names);
        cpuSeconds = record.cpuSeconds;
        exitStatus = record.exitStatus == null ? null : names.of(record.exitStatus);
    }

    private static JobEventType[] types(JobRecord record) {
        List<JobEventType> types = new ArrayList<>(3);
        if (record.submitted != JobRecord.NEVER || record.started != JobRecord.NEVER) {
            types.add(JobEventType.SUBMITTED);
        }
        boolean ran = record.started != JobRecord.NEVER;
        switch (record.state) {
            case WAITING -> {}
            case RUNNING -> start(record, types);
            case RESIZED -> {
                types.add(JobEventType.REQUEUED);
                types.add(JobEventType.STARTED);
            }
            case ENDED, REQUEUED, CANCELLED -> {
                if (ran) {
                    if (record.earlierStart != JobRecord.NEVER) {
                        types.add(JobEventType.STARTED);
                    }
                    start(record, types);
                    types.add(record.state == JobRecord.State.REQUEUED ? JobEventType.REQUEUED : JobEventType.FINISHED);
                } else {
                    types.add(JobEventType.CANCELLED);
                }
            }
        }
        return types.toArray(NO_TYPES);
    }

    private static void start(JobRecord record, List<JobEventType> types) {
        types.add(JobEventType.STARTED);
        record.resizes.forEach(resize -> types.add(JobEventType.RESIZED));
    }

    private static JobAttributes attributes(JobRecord record, Interned<String> names) {
        JobAttributes attributes = new JobAttributes();
        attributes.setGroup(nameOrNull(record.group, names));
        attributes.setPartition(nameOrNull(record.partition, names));
        attributes.setQueue(nameOrNull(record.queue, names));
        attributes.setQos(nameOrNull(record.qos, names));
        attributes.setProject(nameOrNull(record.project, names));
        attributes.setApplication(nameOrNull(record.application, names));
        attributes.setName(isUsable(record.name) ? record.name : null);
        attributes.setRequestedTres(record.requested.isEmpty() ? null : Map.copyOf(record.requested));
        attributes.setTimeLimitSeconds(record.timeLimit > 0 ? (Long) record.timeLimit : null);
        return attributes;
    }

    /** Fairway refuses an event with a longer name, and nothing is charged by it. */
    private static boolean isUsable(@Nullable String name) {
        return name != null && !name.isEmpty() && name.length() <= LONGEST_NAME;
    }

    private static @Nullable String nameOrNull(@Nullable String text, Interned<String> names) {
        return text == null || text.isEmpty() ? null : names.of(text);
    }

    @Override
    public String cluster() {
        return cluster;
    }

    @Override
    public String job() {
        return job;
    }

    @Override
    public int events() {
        return types.length;
    }

    @Override
    public long time(int event) {
        return switch (types[event]) {
            case SUBMITTED -> submitted;
            case STARTED -> event == presumed && earlierStart != JobRecord.NEVER ? earlierStart : started;
            case RESIZED -> resizes.get(event - FIRST_RESIZE).at();
            default -> ended;
        };
    }

    private boolean isResized() {
        return presumed == 2;
    }

    @Override
    public JobEvent event(int event) {
        JobEventType type = types[event];
        JobEvent told = new JobEvent();
        told.setDomain(domain);
        told.setCluster(cluster);
        told.setJob(job);
        told.setType(type);
        told.setTime(Instant.ofEpochMilli(time(event)));
        told.setSequence(event);
        told.setSource(source);
        told.setSourceRank(TraceJob.ACCOUNTING_RANK);
        // Repeated, because each event alone must be enough to charge a job whose other events were lost.
        told.setAccount(account);
        told.setUser(user);
        switch (type) {
            case SUBMITTED -> told.setAttributes(attributes);
            case STARTED -> {
                told.setRun(Instant.ofEpochMilli(time(event)));
                if (event == presumed) {
                    told.setSourceRank(TraceJob.PRESUMED_RANK);
                } else {
                    told.setAllocatedTres(allocated);
                }
            }
            case RESIZED -> {
                told.setRun(Instant.ofEpochMilli(started));
                told.setAllocatedTres(resizes.get(event - FIRST_RESIZE).allocated());
            }
            case CANCELLED -> told.setExitStatus(exitStatus);
            default -> {
                if (isResized()) {
                    // It ends the size that is in force at its time, and comes before the start of the next at the same
                    // time.
                    told.setSequence(0);
                    told.setAllocatedTres(allocated);
                    return told;
                }
                told.setRun(Instant.ofEpochMilli(started));
                told.setCpuSeconds(Double.isNaN(cpuSeconds) ? null : (Double) cpuSeconds);
                told.setExitStatus(exitStatus);
            }
        }
        return told;
    }
}
