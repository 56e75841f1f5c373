package io.fairway.bench.bed;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.Map;

/** The records of one job: it asks for as many processors as its user's number says, 1 to 64, and gets them. */
public final class JobRecords {
    private static final int MAX_PROCESSORS = 64;
    private static final double MEMORY_MB = 4096;
    private static final long TIME_LIMIT_SECONDS = 7_200;
    private static final int HOSTS = 1_000;

    private final RecordSink writer;
    private final BenchTree tree;
    private final String prefix;

    /** @param prefix of the names of jobs */
    public JobRecords(RecordSink writer, BenchTree tree, String prefix) {
        this.writer = writer;
        this.tree = tree;
        this.prefix = prefix;
    }

    /** The name of a job. */
    public String name(int job) {
        return prefix + job;
    }

    /** The processors of a user's jobs. */
    public static int processors(int user) {
        return 1 + user % MAX_PROCESSORS;
    }

    public void submitted(int job, int user, long at) {
        send(
                job,
                event(job, user, JobEventType.SUBMITTED, at)
                        .setAttributes(JobAttributes.newBuilder()
                                .setPartition("batch")
                                .setQos("normal")
                                .setNodes(1)
                                .setTasks(processors(user))
                                .setRequestedTres(tres(user))
                                .setTimeLimitSeconds(TIME_LIMIT_SECONDS)
                                .build())
                        .build());
    }

    public void started(int job, int user, long at) {
        send(
                job,
                event(job, user, JobEventType.STARTED, at)
                        .setAllocatedTres(tres(user))
                        .build());
    }

    public void finished(int job, int user, long start, long at) {
        send(
                job,
                event(job, user, JobEventType.FINISHED, at)
                        .setRun(Instant.ofEpochMilli(start))
                        .build());
    }

    /** @param sequence 1 is the first of the run */
    public void sampled(int job, int user, long start, long at, int sequence) {
        writer.send(
                Topic.SAMPLES,
                BenchTree.DOMAIN,
                key(job),
                ResourceSample.newBuilder()
                        .setDomain(BenchTree.DOMAIN)
                        .setCluster(BenchTree.DOMAIN)
                        .setJob(name(job))
                        .setRun(Instant.ofEpochMilli(start))
                        .setTime(Instant.ofEpochMilli(at))
                        .setSequence(sequence)
                        .setCpuSeconds((at - start) / 1e3 * processors(user))
                        .setHost("n" + job % HOSTS)
                        .build());
    }

    private void send(int job, JobEvent event) {
        writer.send(Topic.JOB_EVENTS, BenchTree.DOMAIN, key(job), event);
    }

    private String key(int job) {
        return Keys.job(BenchTree.DOMAIN, BenchTree.DOMAIN, name(job));
    }

    private static Map<String, Double> tres(int user) {
        return Map.of("cpu", (double) processors(user), "mem", MEMORY_MB);
    }

    private JobEvent.Builder event(int job, int user, JobEventType type, long at) {
        return JobEvent.newBuilder()
                .setDomain(BenchTree.DOMAIN)
                .setCluster(BenchTree.DOMAIN)
                .setJob(name(job))
                .setAccount(tree.account(user))
                .setUser(BenchTree.user(user))
                .setType(type)
                .setTime(Instant.ofEpochMilli(at));
    }
}
