package io.fairway.readers;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job of the Standard Workload Format: submitted, started, finished.
 *
 * @param number the trace's number of it
 * @param submitted epoch milliseconds
 * @param started epoch milliseconds
 * @param ended epoch milliseconds
 * @param processors that it ran on
 * @param requested processors that it asked for
 * @param requestedTime seconds; 0 or less = not known
 * @param cpuSeconds total over all processors; not a number = not known
 * @param status 0 failed, 1 completed, 5 cancelled
 */
record SwfJob(
        String cluster,
        long number,
        String account,
        String user,
        long submitted,
        long started,
        long ended,
        long processors,
        long requested,
        long requestedTime,
        double cpuSeconds,
        @Nullable String queue,
        @Nullable String partition,
        int status)
        implements TraceJob {
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
            default -> throw new IndexOutOfBoundsException("event " + event + ": a job has three, from 0");
        };
    }

    @Override
    public JobEvent event(int event) {
        JobEvent.Builder told = JobEvent.newBuilder()
                .setDomain(cluster)
                .setCluster(cluster)
                .setJob(job())
                .setTime(Instant.ofEpochMilli(time(event)))
                .setSequence(event)
                .setSource(TraceFormat.SWF.id());
        return switch (event) {
            case SUBMITTED ->
                told.setType(JobEventType.SUBMITTED)
                        .setAccount(account)
                        .setUser(user)
                        .setAttributes(attributes())
                        .build();
            // Who is charged is said again: the start alone is enough to charge a job whose submission was lost.
            case STARTED ->
                told.setType(JobEventType.STARTED)
                        .setRun(Instant.ofEpochMilli(started))
                        .setAccount(account)
                        .setUser(user)
                        .setAllocatedTres(Map.of("cpu", (double) processors))
                        .build();
            default ->
                told.setType(JobEventType.FINISHED)
                        .setRun(Instant.ofEpochMilli(started))
                        .setCpuSeconds(Double.isNaN(cpuSeconds) ? null : (Double) cpuSeconds)
                        .setExitStatus(exitStatus())
                        .build();
        };
    }

    private JobAttributes attributes() {
        return JobAttributes.newBuilder()
                .setGroup(account)
                .setQueue(queue)
                .setPartition(partition)
                .setRequestedTres(Map.of("cpu", (double) requested))
                .setTimeLimitSeconds(requestedTime > 0 ? (Long) requestedTime : null)
                .build();
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
