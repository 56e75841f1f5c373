package io.fairway.engine;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sites by their policies. Each prices jobs in its own way. */
enum PricedSite {
    SLURM,
    LSF,
    /** A LIMIT of FS has no form in a record, so the record includes fairshare. */
    LSF_APS,
    /** What the queues of a pool may hold depends on the jobs that are ready. */
    LSF_POOL,
    /** Fairshare of users and accounts travels apart from the jobs. */
    MOAB,
    /** Fairshare of groups is in each record. */
    MOAB_GROUPS,
    /** No share record names the accounts, so each record includes the fairshare of its credentials. */
    MOAB_STRANGERS,
    /** The present and past jobs of the user are in each record. */
    MOAB_ACTIVITY;

    static final int USERS = 20;

    Policy.Builder policy() {
        return switch (this) {
            case SLURM ->
                PipelineDriver.policyOf("main", 0, 60_000)
                        .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                        .setSlurm(SlurmPriority.newBuilder()
                                .setWeightFairshare(100_000L)
                                .setWeightAge(1_000L)
                                .setMaxAgeSeconds(86_400)
                                .build());
            case LSF -> lsf("");
            case LSF_APS -> lsf("WEIGHT[[FS,100] [JPRIORITY,1] [QPRIORITY,10] [PROC,2]] LIMIT[[FS,90]]");
            case LSF_POOL ->
                PipelineDriver.policyOf("main", 0, 0)
                        .setMeasure(Measure.newBuilder().setName("lsf").build())
                        .setAlgorithm(Algorithm.LSF_DYNAMIC)
                        .setLsf(LsfPolicy.newBuilder()
                                .setQueues(List.of(pooled("normal"), pooled("night")))
                                .setPoolSlots(Map.of("pool", 10_000L))
                                .build());
            case MOAB, MOAB_STRANGERS -> moab(Map.of("FSUSERWEIGHT", "100", "FSACCOUNTWEIGHT", "1000"));
            case MOAB_GROUPS -> moab(Map.of("FSUSERWEIGHT", "100", "FSACCOUNTWEIGHT", "1000", "FSGROUPWEIGHT", "500"));
            case MOAB_ACTIVITY -> moab(Map.of("FSUSERWEIGHT", "100", "FSJPUWEIGHT", "-5", "WCACCURACYWEIGHT", "100"));
        };
    }

    /** Where jobs of a user wait: half of them in each queue of a pool. */
    String queue(int user) {
        return this == LSF_POOL && user % 2 == 1 ? "night" : "normal";
    }

    /** The account of a user. */
    String account(int user) {
        return (this == MOAB_STRANGERS ? "stray" : "a") + user % 4;
    }

    private static LsfQueue pooled(String name) {
        return LsfQueue.newBuilder()
                .setName(name)
                .setPriority(30)
                .setHosts(List.of("n1"))
                .setSlotPool("pool")
                .setSlotShare(50L)
                .build();
    }

    private static Policy.Builder lsf(String aps) {
        LsfQueue.Builder queue =
                LsfQueue.newBuilder().setName("normal").setPriority(30).setFairshare(true);
        if (!aps.isEmpty()) {
            queue.setApsPriority(aps);
        }
        return PipelineDriver.policyOf("main", 0, 0)
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(Map.of("MAX_USER_PRIORITY", "100", "RUN_TIME_FACTOR", "1.05"))
                        .setQueues(List.of(queue.build()))
                        .build());
    }

    private static Policy.Builder moab(Map<String, String> weights) {
        Map<String, String> parameters = new TreeMap<>(weights);
        parameters.putAll(Map.of(
                "FSPOLICY", "DEDICATEDPS",
                "FSINTERVAL", "30",
                "FSDEPTH", "8",
                "FSDECAY", "0.8",
                "FSWEIGHT", "1",
                "QUEUETIMEWEIGHT", "1"));
        for (int user = 0; user < USERS; user++) {
            parameters.put("USERCFG[u" + user + "]", "FSTARGET=" + (1 + user % 10));
            parameters.put("ACCOUNTCFG[a" + user % 4 + "]", "FSTARGET=25.00");
            parameters.put("GROUPCFG[g" + user % 2 + "]", "FSTARGET=50.00");
        }
        return PipelineDriver.policyOf("main", 0, 0)
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(400)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build());
    }

    /** Whether the records of jobs include past usage. */
    boolean pricesUsage() {
        return this == LSF_APS || this == MOAB_GROUPS || this == MOAB_STRANGERS || this == MOAB_ACTIVITY;
    }
}
