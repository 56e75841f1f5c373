package io.fairway.readers.swf;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.line.TraceJob;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job of the Standard Workload Format: submitted, started, finished.
 *
 * @param number the trace's number of the job
 * @param submitted epoch milliseconds
 * @param started epoch milliseconds
 * @param ended epoch milliseconds
 * @param processors the processors of its run; an average may have decimals
 * @param requested requested processors
 * @param requestedTime seconds; 0 or less = unknown
 * @param cpuSeconds total over all processors; not a number = unknown
 * @param status 0 failed, 1 completed, 5 cancelled
 */
record SwfJob(
        String domain,
        String cluster,
        long number,
        String account,
        String user,
        long submitted,
        long started,
        long ended,
        double processors,
        double requested,
        long requestedTime,
        double cpuSeconds,
        @Nullable String queue,
        @Nullable String partition,
        int status)
        implements TraceJob {
    private static final String SOURCE = "swf";
    private static final int SUBMITTED = 0;
    private static final int STARTED = 1;
    private static final int FINISHED = 2;

    @Override
    public String job() {
        return Long.toString(number);
    }

    @Override
    public int events() {
        return 3;
    }

    @Override
    public long time(int event) {
        return switch (event) {
            case SUBMITTED -> submitted;
            case STARTED -> started;
            case FINISHED -> ended;
            default -> throw new IndexOutOfBoundsException("event " + event + ": must be 0 to 2");
        };
    }

    /** Avro's builders look up the default of every unset field, which took most of a replay's time. */
    @Override
    public JobEvent event(int event) {
        JobEvent told = new JobEvent();
        told.setDomain(domain);
        told.setCluster(cluster);
        told.setJob(job());
        told.setTime(Instant.ofEpochMilli(time(event)));
        told.setSequence(event);
        told.setSource(SOURCE);
        switch (event) {
            case SUBMITTED -> {
                told.setType(JobEventType.SUBMITTED);
                charge(told);
                told.setAttributes(attributes());
            }
            case STARTED -> {
                told.setType(JobEventType.STARTED);
                told.setRun(Instant.ofEpochMilli(started));
                // Repeated, because the start alone must be enough to charge a job whose submission was lost.
                charge(told);
                told.setAllocatedTres(cpus(processors));
            }
            default -> {
                told.setType(JobEventType.FINISHED);
                told.setRun(Instant.ofEpochMilli(started));
                told.setCpuSeconds(Double.isNaN(cpuSeconds) ? null : (Double) cpuSeconds);
                told.setExitStatus(exitStatus());
            }
        }
        return told;
    }

    private void charge(JobEvent told) {
        told.setAccount(account);
        told.setUser(user);
    }

    private JobAttributes attributes() {
        JobAttributes attributes = new JobAttributes();
        attributes.setGroup(account);
        attributes.setQueue(queue);
        attributes.setPartition(partition);
        attributes.setRequestedTres(cpus(requested));
        attributes.setTimeLimitSeconds(requestedTime > 0 ? (Long) requestedTime : null);
        return attributes;
    }

    private static Map<String, Double> cpus(double count) {
        return Map.of("cpu", count);
    }

    private @Nullable String exitStatus() {
        return switch (status) {
            case 0 -> "failed";
            case 1 -> "completed";
            case 5 -> "cancelled";
            default -> null;
        };
    }
}
