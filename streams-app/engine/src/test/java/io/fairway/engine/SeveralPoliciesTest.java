package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Constant;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.SlurmPriority;
import io.fairway.avro.UsageRecord;
import io.fairway.avro.UsageWindow;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Policies of LSF and Moab, with those of Slurm and with each other, on one ledger. */
class SeveralPoliciesTest {
    private static final long HOUR = 3_600_000;

    private PipelineDriver pipeline = PipelineDriver.replay();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void lsfAndMoabAreEvaluatedBesideSlurm() {
        pipeline.policy(HOUR);
        pipeline.policy(lsf(Map.of()));
        pipeline.policy(moab(Map.of(
                "FSPOLICY",
                "DEDICATEDPS",
                "FSINTERVAL",
                "1:00:00",
                "FSDEPTH",
                "4",
                "FSDECAY",
                "0.5",
                "FSWEIGHT",
                "100",
                "FSUSERWEIGHT",
                "10",
                "USERCFG[anna]",
                "FSTARGET=25")));
        pipeline.share("physics", "anna", 10);
        pipeline.share("physics", "ben", 10);

        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.start("2", "physics", "anna", T0, 8);
        pipeline.start("3", "physics", "ben", T0, 36);
        finish("3", T0 + HOUR, 0);
        finish("2", T0 + 3 * HOUR, 7200);
        pipeline.tick(T0 + 3 * HOUR);

        Map<String, FairshareRecord> fairshare = fairshare();
        assertThat(fairshare).containsKey("alps|main|alps|physics|anna");
        // LSF: 2 h of CPU time reported just now, 3 h of a job that runs on 4 slots: 10 / (1.4 + 2.1 + 15)
        assertThat(factor(fairshare, "alps|lsf|alps|physics|anna")).isCloseTo(10 / 18.5, within(1e-12));
        assertThat(factor(fairshare, "alps|lsf|alps|physics|ben")).isCloseTo(10 / 3.0, within(1e-12));
        // Moab: windows of anna 0 12 12 12 h, of ben 0 0 0 36 h; weights 1, 1/2, 1/4, 1/8: 10.5 of 15 = 70 percent.
        // That is 45 above the target, times the weight of the subfactor.
        assertThat(factor(fairshare, "alps|moab|alps|physics|anna")).isCloseTo(-450, within(1e-9));
    }

    @Test
    @Rule(document = Document.MOAB, rows = "57")
    void windowsAreReadableAndSurviveARestart() {
        pipeline.policy(
                moab(Map.of("FSPOLICY", "DEDICATEDPS", "FSINTERVAL", "3600", "FSDEPTH", "3", "FSDECAY", "0.5")));
        pipeline.share("physics", "anna", 1);
        pipeline.start("1", "physics", "anna", T0, 2);
        pipeline.tick(T0 + HOUR + HOUR / 2);
        pipeline = pipeline.restarted();
        finish("1", T0 + 2 * HOUR, 0);
        pipeline.tick(T0 + 2 * HOUR + HOUR / 2);

        UsageRecord usage = usage().get("alps|moab|alps|physics|anna");
        assertThat(usage).isNotNull();
        assertThat(usage.getWindows())
                .containsExactly(
                        new UsageWindow(at(2 * HOUR), at(2 * HOUR + HOUR / 2), 0.0),
                        new UsageWindow(at(HOUR), at(2 * HOUR), 7200.0),
                        new UsageWindow(at(0), at(HOUR), 7200.0));
        assertThat(usage.getValue()).isEqualTo(7200 * 0.5 + 7200 * 0.25);
    }

    @Test
    @Rule(document = Document.LSF_USERS, rows = "13, 14, 32")
    void everyQueueWithFairshareHasATreeOfItsOwn() {
        pipeline.policy(HOUR);
        pipeline.policy(lsf(Map.of())
                .setState(PolicyState.SHADOW)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(
                                queue("normal").build(),
                                queue("short")
                                        .setParameters(Map.of("RUN_JOB_FACTOR", "1"))
                                        .build()))
                        .build()));
        pipeline.share("physics", "anna", 10);
        for (String tree : List.of("normal", "short")) {
            pipeline.shareIn(tree, "physics", "anna", 10);
        }
        for (Map.Entry<String, String> job : Map.of("1", "normal", "2", "short").entrySet()) {
            pipeline.job(pipeline.event(job.getKey(), JobEventType.STARTED, T0)
                    .setAccount("physics")
                    .setUser("anna")
                    .setAttributes(
                            JobAttributes.newBuilder().setQueue(job.getValue()).build())
                    .setAllocatedTres(Map.of("cpu", job.getKey().equals("1") ? 2.0 : 3.0)));
        }
        pipeline.tick(T0 + HOUR);

        Map<String, FairshareRecord> fairshare = fairshare();
        // an hour of run time each, 2 and 3 slots: queue-level fairshare of the document, with the queue's own factor
        assertThat(factor(fairshare, "alps|lsf|normal|physics|anna")).isCloseTo(10 / (0.7 + 3 * 3), within(1e-12));
        assertThat(factor(fairshare, "alps|lsf|short|physics|anna")).isCloseTo(10 / (0.7 + 4 * 1), within(1e-12));
        assertThat(fairshare.keySet())
                .contains("alps|main|alps|physics|anna")
                .doesNotContain("alps|main|normal|physics|anna", "alps|lsf|alps|physics|anna");
    }

    @Test
    @Rule(document = Document.LSF_USERS, rows = "17")
    @Rule(document = Document.LSF_QUEUES, rows = "19, 25")
    void poolsShareTheirSlotsByWhatIsAskedFor() {
        pipeline.policy(lsf(Map.of())
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(pooled("roma", 50), pooled("verona", 30), pooled("genova", 20)))
                        .setPoolSlots(Map.of("italia", 15L))
                        .build()));
        for (String queue : List.of("roma", "verona", "genova")) {
            pipeline.share("physics", queue, 1);
            pipeline.job(pipeline.event(queue, JobEventType.SUBMITTED, T0)
                    .setAccount("physics")
                    .setUser(queue)
                    .setAttributes(JobAttributes.newBuilder()
                            .setQueue(queue)
                            .setRequestedTres(Map.of("cpu", 100.0))
                            .build()));
        }
        pipeline.tick(T0);

        Map<String, QueueOrder> orders = new HashMap<>();
        pipeline.read(Topic.ORDERS, QueueOrder.class).forEach(sent -> orders.put(sent.key(), sent.value()));
        // the document's first example: 15 slots, all queues busy
        assertThat(Objects.requireNonNull(orders.get("alps|lsf|italia")).getSlots())
                .isEqualTo(Map.of("roma", 8L, "verona", 5L, "genova", 2L));
        assertThat(Objects.requireNonNull(orders.get("alps|lsf|")).getOrder())
                .containsExactly("roma", "verona", "genova");
    }

    @Test
    @Rule(document = Document.LSF_APS, rows = "27, 29")
    void absolutePrioritiesAndResizeRequestsHaveRecords() {
        pipeline.policy(lsf(Map.of("MAX_USER_PRIORITY", "100"))
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(Map.of("MAX_USER_PRIORITY", "100"))
                        .setQueues(List.of(LsfQueue.newBuilder()
                                .setName("normal")
                                .setPriority(30)
                                .setApsPriority("WEIGHT[[JPRIORITY,1] [QPRIORITY,10] [PROC,2]]")
                                .build()))
                        .build()));
        JobAttributes normal = JobAttributes.newBuilder()
                .setQueue("normal")
                .setRequestedTres(Map.of("cpu", 4.0))
                .build();
        for (String job : List.of("1", "2")) {
            pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, T0)
                    .setAccount("physics")
                    .setUser("anna")
                    .setAttributes(normal));
        }
        pipeline.start("2", T0 + 1000, 4);
        pipeline.job(pipeline.event("2", JobEventType.RESIZE_REQUESTED, T0 + 2000)
                .setAttributes(JobAttributes.newBuilder()
                        .setRequestedTres(Map.of("cpu", 8.0))
                        .build()));
        pipeline.tick(T0 + 3000);

        Map<String, PriorityRecord> priorities = new HashMap<>();
        pipeline.read(Topic.PRIORITIES, PriorityRecord.class).forEach(sent -> priorities.put(sent.key(), sent.value()));
        // 50 + 10 * 30 + 2 * 4, and for the request 2 * 8: the form of the document's example 1
        assertThat(constant(priorities.get("alps|lsf|alps|1|"))).isEqualTo(358);
        assertThat(constant(priorities.get("alps|lsf|alps|2|resize"))).isEqualTo(366);
        assertThat(priorities.get("alps|lsf|alps|2|")).isNull();
    }

    /** The sum of a record that only has constants. */
    private static double constant(@Nullable PriorityRecord record) {
        return Objects.requireNonNull(record).getComponents().stream()
                .mapToDouble(component -> component.getWeight()
                        * component.getFactors().stream()
                                .mapToDouble(factor -> factor.getWeight() * ((Constant) factor.getForm()).getValue())
                                .sum())
                .sum();
    }

    private static LsfQueue pooled(String name, long share) {
        return LsfQueue.newBuilder()
                .setName(name)
                .setPriority(share)
                .setHosts(List.of("n1"))
                .setSlotPool("italia")
                .setSlotShare(share)
                .build();
    }

    @Test
    void whatCannotBeEvaluatedIsRefusedWithItsRule() {
        pipeline.policy(lsf(Map.of("HIST_HOURS", "-1")));
        pipeline.policy(moab(Map.of("FSPOLICY", "SOMETIMES")));

        assertThat(pipeline.deadLetterReasons())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("policy lsf", "HIST_HOURS \"-1\""),
                        reason -> assertThat(reason).contains("policy moab", "parameters.FSPOLICY \"SOMETIMES\""));
    }

    /** New versions are refused; one that a program of before took goes on, and heartbeats say what it lacks. */
    @Test
    void aSizeThatIsNeededMustBeThere() {
        pipeline.policy(of("moab", Algorithm.MOAB_TARGETS)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of("PEWEIGHT", "1"))
                        .setMem(64)
                        .build()));
        pipeline.policy(of("classic", Algorithm.CLASSIC)
                .setProcessors(48)
                .setSlurm(SlurmPriority.newBuilder().setWeightJobSize(10L).build()));

        assertThat(pipeline.deadLetterReasons())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("policy moab: processors is missing: PEWEIGHT"),
                        reason ->
                                assertThat(reason).contains("policy classic: nodes is missing: PriorityWeightJobSize"));
    }

    /** The program of before took it. Its next version has the size. */
    @Test
    void aVersionInForceWithoutASizeGoesOnAndIsToldOf() {
        pipeline.policy(HOUR);
        pipeline.policy(of("classic", Algorithm.CLASSIC)
                .setNodes(4)
                .setProcessors(48)
                .setSlurm(SlurmPriority.newBuilder().setWeightJobSize(10L).build()));
        pipeline = pipeline.restarted(stored -> StoredRecords.bytes(
                Policy.newBuilder(StoredRecords.policy(stored)).setNodes(0).build()));
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.lastHeartbeat().getProblems())
                .containsExactly(
                        "policy classic: nodes is missing: PriorityWeightJobSize divides the nodes of a job by it;"
                                + " give the nodes of the cluster, or weightJobSize 0 in a new version");
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    private static Policy.Builder lsf(Map<String, String> cluster) {
        return of("lsf", Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder().setCluster(cluster).build());
    }

    private static Policy.Builder moab(Map<String, String> parameters) {
        return of("moab", Algorithm.MOAB_TARGETS)
                .setProcessors(48)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build());
    }

    private static Policy.Builder of(String name, Algorithm algorithm) {
        return PipelineDriver.policyOf(name, 0, 0)
                .setMeasure(Measure.newBuilder().setName(name).build())
                .setAlgorithm(algorithm)
                .setState(PolicyState.SHADOW);
    }

    private static LsfQueue.Builder queue(String name) {
        return LsfQueue.newBuilder().setName(name).setPriority(30).setFairshare(true);
    }

    private void finish(String job, long time, double cpuSeconds) {
        pipeline.job(pipeline.event(job, JobEventType.FINISHED, time)
                .setRun(Instant.ofEpochMilli(T0))
                .setCpuSeconds(cpuSeconds));
    }

    private static Instant at(long offset) {
        return Instant.ofEpochMilli(T0 + offset);
    }

    private static double factor(Map<String, FairshareRecord> fairshare, String key) {
        return Objects.requireNonNull(
                Objects.requireNonNull(fairshare.get(key), key).getFactor(), key);
    }

    private Map<String, FairshareRecord> fairshare() {
        Map<String, FairshareRecord> last = new HashMap<>();
        for (Sent<FairshareRecord> sent : pipeline.read(Topic.FAIRSHARE, FairshareRecord.class)) {
            last.put(sent.key(), sent.value());
        }
        return last;
    }

    private Map<String, UsageRecord> usage() {
        Map<String, UsageRecord> last = new HashMap<>();
        for (Sent<UsageRecord> sent : pipeline.read(Topic.USAGE, UsageRecord.class)) {
            assertThat(Keys.domainOf(sent.key())).isEqualTo(DOMAIN);
            last.put(sent.key(), sent.value());
        }
        return last;
    }
}
