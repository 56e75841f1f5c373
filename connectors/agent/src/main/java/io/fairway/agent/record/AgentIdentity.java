package io.fairway.agent.record;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all records of an agent share.
 *
 * @param domain of the jobs
 * @param cluster of the jobs
 * @param host name of the host, as its samples have it
 */
public record AgentIdentity(String domain, String cluster, String host) {
    /** The source of all records of an agent. */
    public static final String SOURCE = "agent";

    /** Accounting and the scheduler itself know better. */
    public static final int SOURCE_RANK = 3;

    /**
     * The event of a start or an end. Two reports of one thing give equal events.
     *
     * @param type STARTED or FINISHED
     * @param time when it happened, epoch milliseconds
     * @param run start of the run, epoch milliseconds; null if unknown
     * @param value gives the optional values by the keys of a message; null for none
     */
    public JobEvent event(
            JobEventType type,
            String job,
            long time,
            @Nullable Long run,
            Function<String, @Nullable String> value,
            @Nullable Map<String, Double> tres) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(cluster)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                // A run of no length ends after it starts.
                .setSequence(type == JobEventType.STARTED ? 0 : 1)
                .setSource(SOURCE)
                .setSourceRank(SOURCE_RANK)
                .setRun(run == null ? null : Instant.ofEpochMilli(run))
                .setTree(value.apply("tree"))
                .setAccount(value.apply("account"))
                .setUser(value.apply("user"))
                .setAttributes(attributes(value))
                .setAllocatedTres(tres)
                .setExitStatus(value.apply("exit"))
                .build();
    }

    private static @Nullable JobAttributes attributes(Function<String, @Nullable String> value) {
        JobAttributes attributes = JobAttributes.newBuilder()
                .setGroup(value.apply("group"))
                .setPartition(value.apply("partition"))
                .setQueue(value.apply("queue"))
                .setQos(value.apply("qos"))
                .setProject(value.apply("project"))
                .setName(value.apply("name"))
                .build();
        return attributes.equals(JobAttributes.newBuilder().build()) ? null : attributes;
    }

    /** A sample without counters, to be filled. */
    public ResourceSample.Builder sample(String job, @Nullable Long run, long time, long sequence, long epoch) {
        return ResourceSample.newBuilder()
                .setDomain(domain)
                .setCluster(cluster)
                .setJob(job)
                .setRun(run == null ? null : Instant.ofEpochMilli(run))
                .setTime(Instant.ofEpochMilli(time))
                .setSequence(sequence)
                .setEpoch(epoch)
                .setHost(host)
                .setSource(SOURCE);
    }

    /** Whether a name is that of this host, with or without its domain. */
    public boolean isHost(String name) {
        return shortName(name).equals(shortName(host));
    }

    private static String shortName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        return dot < 0 ? lower : lower.substring(0, dot);
    }
}
