package io.fairway.trial.demo;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.LinearResources;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.RankForm;
import io.fairway.avro.SlurmPriority;
import io.fairway.policies.avro.AlgorithmName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The demo's three policies, as a site would publish them. They have the same goal, the shares of the workload, and usage decays
 * at the same pace: by half in a half-life.
 *
 * @param algorithm the algorithm of Slurm's policy
 * @param processors the processors of the cluster
 */
record Policies(String cluster, Workload workload, AlgorithmName algorithm, Duration halfLife, int processors) {
    /** Fairshare decides. Age only orders the jobs of equal users. */
    private static final long WEIGHT_FAIRSHARE = 100_000;

    private static final long WEIGHT_AGE = 100;
    private static final long MAX_AGE_SECONDS = 60;

    /** LSF's own HIST_HOURS and time factors. */
    private static final double LSF_HIST_HOURS = 5;

    private static final double LSF_TIME_FACTOR = 0.7;

    /**
     * A third of LSF's own. The news of a start takes 0.1 s, and until then the first by priority gets all free processors. If
     * slots in use counted more, the account with the fewest shares would get too much in this time.
     */
    private static final String LSF_RUN_JOB_FACTOR = "1";

    /** The queue of all jobs. */
    static final String QUEUE = "normal";

    private static final long QUEUE_PRIORITY = 30;

    /** The oldest window is two half-lives old, and each weighs 0.84 of the next newer one. */
    private static final int WINDOWS_PER_HALF_LIFE = 4;

    private static final int WINDOWS = 8;

    /** Accounts weigh most, as in a tree. Whole numbers still show 0.01 points of a user. */
    private static final long WEIGHT_ACCOUNT = 1000;

    private static final long WEIGHT_USER = 100;

    /** The records of all three policies; {@code active} decides. */
    List<Policy> all(DemoPolicy active, Instant from) {
        return List.of(DemoPolicy.values()).stream()
                .map(policy -> of(policy)
                        .setDomain(cluster)
                        .setName(policy.toString())
                        .setState(policy.state(active))
                        .setEffectiveFrom(from)
                        // The board shows accounts, too, and the numbers behind ranks.
                        .setRanks(RankForm.RECORDS)
                        .setProcessors(processors)
                        .setNodes(processors)
                        .build())
                .toList();
    }

    /** A policy with its parameters, in a few words. */
    String inWords(DemoPolicy policy) {
        return switch (policy) {
            case SLURM -> "slurm " + algorithm + ", half-life " + halfLife.toSeconds() + "s";
            case LSF -> "lsf, HIST_HOURS " + histHours();
            case MOAB -> "moab, " + WINDOWS + " windows of " + interval().toSeconds() + "s";
        };
    }

    private Policy.Builder of(DemoPolicy policy) {
        return switch (policy) {
            case SLURM -> slurm();
            case LSF -> lsf();
            case MOAB -> moab();
        };
    }

    private Policy.Builder slurm() {
        return Policy.newBuilder()
                .setMeasure(Measure.newBuilder()
                        .setName("processors")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(halfLife.toMillis())
                                .build())
                        .build())
                .setAlgorithm(algorithm.algorithm())
                .setResources(LinearResources.AGGREGATED)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(WEIGHT_FAIRSHARE)
                        .setWeightAge(WEIGHT_AGE)
                        .setMaxAgeSeconds(MAX_AGE_SECONDS)
                        .build());
    }

    /**
     * A queue with FAIRSHARE. The demo runs faster than LSF's defaults, by 5 h over HIST_HOURS. Times have a weight as much
     * higher: otherwise only the slots in use, which have no unit of time, would count.
     */
    private Policy.Builder lsf() {
        String factor = decimal(LSF_TIME_FACTOR * LSF_HIST_HOURS / Double.parseDouble(histHours()));
        return Policy.newBuilder()
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(Map.of(
                                "HIST_HOURS",
                                histHours(),
                                "ENABLE_HIST_RUN_TIME",
                                "Y",
                                "CPU_TIME_FACTOR",
                                factor,
                                "RUN_TIME_FACTOR",
                                factor,
                                "RUN_JOB_FACTOR",
                                LSF_RUN_JOB_FACTOR))
                        .setQueues(List.of(LsfQueue.newBuilder()
                                .setName(QUEUE)
                                .setPriority(QUEUE_PRIORITY)
                                .setFairshare(true)
                                .build()))
                        .build());
    }

    /** HIST_HOURS is a tenth-life. */
    private String histHours() {
        return decimal(halfLife.toMillis() / 3_600_000.0 / Math.log10(2));
    }

    /** Four significant digits. */
    private static String decimal(double value) {
        return new java.math.BigDecimal(value)
                .round(new java.math.MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
    }

    private Policy.Builder moab() {
        Map<String, String> parameters = new HashMap<>(Map.of(
                "FSPOLICY", "DEDICATEDPS",
                "FSINTERVAL", Long.toString(interval().toSeconds()),
                "FSDEPTH", Integer.toString(WINDOWS),
                "FSDECAY", decimal(Math.pow(0.5, (double) interval().toMillis() / halfLife.toMillis())),
                "FSWEIGHT", "1",
                "FSACCOUNTWEIGHT", Long.toString(WEIGHT_ACCOUNT),
                "FSUSERWEIGHT", Long.toString(WEIGHT_USER)));
        for (Workload.Account account : workload.accounts()) {
            parameters.put("ACCOUNTCFG[" + account.name() + "]", target(workload.share(account)));
            for (Workload.User user : account.users()) {
                parameters.put("USERCFG[" + user.name() + "]", target(workload.share(account, user)));
            }
        }
        return Policy.newBuilder()
                .setMeasure(Measure.newBuilder().setName("windows").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build());
    }

    /** FSINTERVAL has whole seconds. */
    private Duration interval() {
        return Duration.ofSeconds(Math.max(1, Math.round(halfLife.toMillis() / 1000.0 / WINDOWS_PER_HALF_LIFE)));
    }

    private static String target(double share) {
        return String.format(Locale.ROOT, "FSTARGET=%.2f", 100 * share);
    }
}
