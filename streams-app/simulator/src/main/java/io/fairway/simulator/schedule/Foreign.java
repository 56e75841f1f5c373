package io.fairway.simulator.schedule;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy of another scheduler, which only watches. Its usage is of other kinds than Slurm's: runs that have finished, CPU
 * time by samples, windows.
 */
public enum Foreign {
    NONE,
    /** The queue of all jobs has a tree of its own, of the same name: {@link #QUEUE}. */
    LSF,
    MOAB;

    /** The queue of all jobs. */
    static final String QUEUE = "normal";

    /** The name of the policy and of its measure. */
    public static final String NAME = "foreign";

    /** The policy, for any but NONE. */
    Policy policy(String domain, long lease) {
        Policy.Builder policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(NAME)
                .setEffectiveFrom(Instant.EPOCH)
                .setState(PolicyState.SHADOW)
                .setMeasure(
                        Measure.newBuilder().setName(NAME).setLeaseMillis(lease).build());
        return this == LSF
                ? policy.setAlgorithm(Algorithm.LSF_DYNAMIC)
                        .setLsf(LsfPolicy.newBuilder()
                                .setCluster(inOrder(
                                        "HIST_HOURS", "2",
                                        "ENABLE_HIST_RUN_TIME", "Y",
                                        "CPU_TIME_FACTOR", "0.7",
                                        "RUN_TIME_FACTOR", "0.7",
                                        "RUN_JOB_FACTOR", "3"))
                                .setQueues(List.of(LsfQueue.newBuilder()
                                        .setName(QUEUE)
                                        .setPriority(30)
                                        .setFairshare(true)
                                        .build()))
                                .build())
                        .build()
                : policy.setAlgorithm(Algorithm.MOAB_TARGETS)
                        .setProcessors(64)
                        .setMoab(MoabPolicy.newBuilder()
                                .setParameters(inOrder(
                                        "FSPOLICY", "DEDICATEDPS",
                                        "FSINTERVAL", "900",
                                        "FSDEPTH", "4",
                                        "FSDECAY", "0.7",
                                        "FSWEIGHT", "1",
                                        "FSUSERWEIGHT", "100",
                                        "USERCFG[anna]", "FSTARGET=30.00"))
                                .build())
                        .build();
    }

    /** Names and values in turn. {@link Map#of} has another order in each JVM, and so would the record's bytes. */
    private static Map<String, String> inOrder(String... namesAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
