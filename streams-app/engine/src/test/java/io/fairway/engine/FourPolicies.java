package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.SlurmPriority;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A ledger under policies such as those of the demo (slurm, lsf, moab; half-life one hour), and under absolute
 * priorities of LSF (aps).
 *
 * <p>Anna ran 4 processors for the first hour and reported 2 hours of CPU time. Ben runs 2 since half an hour later.
 * Carla ran nothing. Job 3 is Anna's, 4 Ben's and 5 Carla's. Job 6 is Anna's too, and very nice. Job 7 is Ben's, and
 * held. They wait since the end of the first hour.
 */
public final class FourPolicies {
    public static final long MINUTE = 60_000;
    public static final long HOUR = 60 * MINUTE;

    /** In the middle of one of Moab's windows. */
    public static final long NOW = T0 + 2 * HOUR + 7 * MINUTE;

    /** The queue, and by LSF's rule the share tree of LSF. */
    public static final String QUEUE = "normal";

    private static final JobAttributes ASKED = JobAttributes.newBuilder()
            .setQueue(QUEUE)
            .setRequestedTres(Map.of("cpu", 4.0))
            .build();

    private final PipelineDriver pipeline = PipelineDriver.replay();

    private FourPolicies() {}

    public static PipelineDriver pipeline() {
        FourPolicies built = new FourPolicies();
        List.of(slurm(), lsf(), aps(), moab()).forEach(built.pipeline::policy);
        for (String tree : List.of(DOMAIN, QUEUE)) {
            built.pipeline.shareIn(tree, "physics", "anna", 3);
            built.pipeline.shareIn(tree, "physics", "ben", 1);
            built.pipeline.shareIn(tree, "bio", "carla", 4);
        }
        built.jobs();
        return built.pipeline;
    }

    private void jobs() {
        run("1", "anna", T0, 4);
        pipeline.job(pipeline.event("1", JobEventType.FINISHED, T0 + HOUR)
                .setRun(Instant.ofEpochMilli(T0))
                .setCpuSeconds(7200.0));
        run("2", "ben", T0 + HOUR / 2, 2);
        submit("3", "physics", "anna", ASKED);
        submit("4", "physics", "ben", ASKED);
        submit("5", "bio", "carla", ASKED);
        submit(
                "6",
                "physics",
                "anna",
                JobAttributes.newBuilder(ASKED).setNice(1_000_000L).build());
        submit("7", "physics", "ben", ASKED);
        pipeline.job(pipeline.event("7", JobEventType.HELD, T0 + HOUR + MINUTE));
    }

    private void run(String job, String user, long time, double cpus) {
        pipeline.job(pipeline.event(job, JobEventType.STARTED, time)
                .setAccount("physics")
                .setUser(user)
                .setAttributes(ASKED)
                .setAllocatedTres(Map.of("cpu", cpus)));
    }

    private void submit(String job, String account, String user, JobAttributes attributes) {
        pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, T0 + HOUR)
                .setAccount(account)
                .setUser(user)
                .setAttributes(attributes));
    }

    private static Policy.Builder slurm() {
        return PipelineDriver.policyOf("slurm", 0, HOUR)
                .setMeasure(Measure.newBuilder()
                        .setName("processors")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(HOUR)
                                .build())
                        .build())
                .setAlgorithm(Algorithm.CLASSIC)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(100_000L)
                        .setWeightAge(100L)
                        .setMaxAgeSeconds(86_400)
                        .build());
    }

    private static Policy.Builder lsf() {
        return shadow("lsf", Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(Map.of(
                                "HIST_HOURS", "3.322",
                                "ENABLE_HIST_RUN_TIME", "Y",
                                "CPU_TIME_FACTOR", "1.05",
                                "RUN_TIME_FACTOR", "1.05",
                                "RUN_JOB_FACTOR", "1"))
                        .setQueues(List.of(queue().build()))
                        .build());
    }

    private static Policy.Builder aps() {
        return shadow("aps", Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(Map.of("MAX_USER_PRIORITY", "100"))
                        .setQueues(
                                List.of(queue().setApsPriority("WEIGHT[[FS,100] [JPRIORITY,1] [QPRIORITY,10] [PROC,2]]")
                                        .build()))
                        .build());
    }

    private static Policy.Builder moab() {
        return shadow("moab", Algorithm.MOAB_TARGETS)
                .setProcessors(8)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.ofEntries(
                                Map.entry("FSPOLICY", "DEDICATEDPS"),
                                Map.entry("FSINTERVAL", "900"),
                                Map.entry("FSDEPTH", "8"),
                                Map.entry("FSDECAY", "0.8409"),
                                Map.entry("FSWEIGHT", "1"),
                                Map.entry("FSACCOUNTWEIGHT", "1000"),
                                Map.entry("FSUSERWEIGHT", "100"),
                                Map.entry("QUEUETIMEWEIGHT", "1"),
                                Map.entry("ACCOUNTCFG[physics]", "FSTARGET=50.00"),
                                Map.entry("ACCOUNTCFG[bio]", "FSTARGET=50.00+"),
                                Map.entry("USERCFG[anna]", "FSTARGET=37.50"),
                                Map.entry("USERCFG[ben]", "FSTARGET=12.50-")))
                        .build());
    }

    private static Policy.Builder shadow(String name, Algorithm algorithm) {
        return PipelineDriver.policyOf(name, 0, 0)
                .setMeasure(Measure.newBuilder().setName(name).build())
                .setAlgorithm(algorithm)
                .setState(PolicyState.SHADOW);
    }

    private static LsfQueue.Builder queue() {
        return LsfQueue.newBuilder().setName(QUEUE).setPriority(30).setFairshare(true);
    }
}
