package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules of IBM's pages "Dynamic user priority" and "Queue-based fairshare" through the topology. Numbers are the
 * pages', or worked out beside the case from their formulas: shares / (cpu_time * 0.7 + run_time * 0.7 + (1 +
 * job_slots) * 3).
 */
class LsfRulesOnTheStreamTest {
    private static final double HOUR = 3600;
    private static final double NOW = 100 * HOUR;
    private static final Offset<Double> SIX_DIGITS = within(5e-6);

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void lsf(String section) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n" + section.indent(2));
    }

    private void slots(String job, double slots, String attributes) {
        rig.start(job, NOW, "physics", "anna", "cpu: " + slots, attributes);
    }

    /** Two slots through q1 and three through q2. Each queue counts for itself: 10/((1+2)*3) and 10/((1+3)*3). */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "13, 14")
    void queueLevelFairshareCountsTheJobsOfTheQueue() {
        lsf("queues: [{name: q1, fairshare: true}, {name: q2, fairshare: true}]");
        List.of("q1", "q2").forEach(queue -> rig.user(queue, "physics", "anna", 10));
        slots("1", 2, "queue: q1");
        slots("2", 3, "queue: q2");
        rig.tick(NOW);

        assertThat(rig.factor("q1", "physics", "anna")).isCloseTo(1.11111, SIX_DIGITS);
        assertThat(rig.factor("q2", "physics", "anna")).isCloseTo(0.833333, SIX_DIGITS);
    }

    /** The same jobs on hosts of one partition: 10/((1+5)*3) in both queues. A job elsewhere does not count. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "15, 16")
    void hostPartitionFairshareCountsTheJobsOnItsHosts() {
        lsf("hostPartitions: {part: [h1, h2]}\nqueues: [{name: q1, hosts: [h1]}, {name: q2, hosts: [h2]}]");
        rig.user("part", "physics", "anna", 10);
        slots("1", 2, "queue: q1, executionHosts: [h1]");
        slots("2", 3, "queue: q2, executionHosts: [h2]");
        slots("3", 7, "queue: q2, executionHosts: [h3]");
        for (String queue : List.of("q1", "q2")) {
            rig.submit("waits-" + queue, NOW, "physics", "anna", "queue: " + queue);
        }
        rig.tick(NOW);

        assertThat(rig.factor("part", "physics", "anna")).isCloseTo(0.555556, SIX_DIGITS);
        for (String queue : List.of("q1", "q2")) {
            assertThat(rig.published("waits-" + queue).record().getTree()).isEqualTo("part");
        }
    }

    /** The same with cross-queue fairshare. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "+1")
    void crossQueueFairshareCountsTheJobsOfAllItsQueues() {
        lsf("queues: [{name: q1, priority: 2, fairshare: true, fairshareQueues: [q2]}, {name: q2, priority: 1}]");
        rig.user("q1", "physics", "anna", 10);
        slots("1", 2, "queue: q1");
        slots("2", 3, "queue: q2");
        rig.tick(NOW);

        assertThat(rig.factor("q1", "physics", "anna")).isCloseTo(0.555556, SIX_DIGITS);
    }

    /**
     * One hour of CPU time; two hours of run time; slots in use 1, suspended 1, reserved 1, forwarded 1; 2 GPUs for 2
     * hours: 10 / (0.7 + 2*0.7 + (1+3)*3 + (1+1)*1 + 4*0.5). The last two factors are 1 and 0.5; by default they are
     * absent.
     */
    @ParameterizedTest
    @CsvSource({"'', 14.1", "'FWD_JOB_FACTOR: \"1\", GPU_RUN_TIME_FACTOR: \"0.5\"', 18.1"})
    @Rule(document = Document.LSF_USERS, rows = "4-7, 18, 19, 27, 28")
    @Rule(document = Document.LSF_APS, rows = "30-33")
    void theFormulaAsPrinted(String factors, double denominator) {
        lsf("cluster: {" + factors + "}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.start("cpu", NOW - 1, "physics", "anna", "cpu: 1", "");
        rig.finish("cpu", NOW, NOW - 1, "cpuSeconds: 3600");
        rig.start("gpus", NOW - 2 * HOUR, "physics", "anna", "cpu: 1, gres/gpu: 2", "gpuMode: exclusive_process");
        slots("suspended", 1, "");
        rig.job("suspended", "SUSPENDED", NOW, "run: \"" + StreamRig.at(NOW) + "\"");
        rig.submit("reserved", NOW, "physics", "anna", "requestedTres: {cpu: 1}");
        rig.job("reserved", "RESERVED", NOW, "allocatedTres: {cpu: 1}");
        rig.submit("forwarded", NOW, "physics", "anna", "requestedTres: {cpu: 1}");
        rig.job("forwarded", "FORWARDED", NOW, "");
        rig.tick(NOW);

        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / denominator, within(1e-9));
    }

    /** Without factors the denominator is raised to 0.01: a hundred times the shares. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "21, 23")
    void theGreatestPriorityIsAHundredTimesTheShares() {
        lsf("cluster: {CPU_TIME_FACTOR: \"0\", RUN_TIME_FACTOR: \"0\", RUN_JOB_FACTOR: \"0\"}");
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.user(DOMAIN, "physics", "ben", 100);
        slots("1", 4, "");
        rig.tick(NOW);

        assertThat(rig.factor("physics", "anna")).isEqualTo(100);
        assertThat(rig.factor("physics", "ben")).isEqualTo(10_000);
    }

    /** Lower after a start, lower while it runs, higher at its end. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "2, 3, 26")
    void itFallsAfterAStartAndRisesAtTheEnd() {
        lsf("cluster: {}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.tick(NOW);
        double idle = rig.factor("physics", "anna");
        slots("1", 1, "");
        rig.tick(NOW);
        double started = rig.factor("physics", "anna");
        rig.tick(NOW + HOUR);
        double running = rig.factor("physics", "anna");
        rig.finish("1", NOW + HOUR, NOW, "cpuSeconds: 1800");
        rig.tick(NOW + HOUR);
        double ended = rig.factor("physics", "anna");

        assertThat(List.of(idle, started, running, ended))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(10 / 3.0, 10 / 6.0, 10 / 6.7, 10 / 3.35);
    }

    /** A queue's limit counts as committed if the job has none: 10 / (0.5 + 1.5), from dispatch to end. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "10, 11")
    void theRunLimitOfAQueueIsCommittedRunTime() {
        lsf("""
                cluster: {CPU_TIME_FACTOR: "0", RUN_JOB_FACTOR: "0", RUN_TIME_FACTOR: "1", COMMITTED_RUN_TIME_FACTOR: "1"}
                queues: [{name: q, fairshare: true, runLimitMinutes: 120}]
                """);
        rig.user("q", "physics", "anna", 10);
        slots("1", 1, "queue: q");
        rig.tick(NOW + HOUR / 2);
        assertThat(rig.factor("q", "physics", "anna")).isCloseTo(5, SIX_DIGITS);
        rig.tick(NOW + 1.9 * HOUR);
        assertThat(rig.factor("q", "physics", "anna")).isCloseTo(5, SIX_DIGITS);
    }

    /**
     * The plug-in of the page, (1+slots)*((used_memory/used_slots)/(slot_memory*THRESHOLD)). A job uses 8 GB a slot,
     * and a slot has 4: (1+4)*(8/4) = 10, and 5 with THRESHOLD 2. The memory here is the job's allocation.
     */
    @ParameterizedTest
    @CsvSource({"1, 0.4, 0.5", "2, 0.5, 0.571429"})
    @Rule(document = Document.LSF_USERS, rows = "12, 29, 46-49")
    @Rule(document = Document.LSF_APS, rows = "30-33")
    void theMemoryAdjustment(int threshold, double anna, double ben) {
        lsf(
                "cluster: {FAIRSHARE_ADJUSTMENT_FACTOR: \"1\"}\nadjustment: memory\nslotMemory: 4\nadjustmentSettings: {THRESHOLD: \""
                        + threshold + "\"}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.user(DOMAIN, "physics", "ben", 10);
        rig.start("1", NOW, "physics", "anna", "cpu: 4, mem: 32", "");
        rig.start("2", NOW, "physics", "ben", "cpu: 4, mem: 16", "");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(anna, SIX_DIGITS);
        assertThat(rig.factor("physics", "ben")).isCloseTo(ben, SIX_DIGITS);
    }

    /**
     * The memory in use is that of the newest samples, one for each host, and of the allocation before them. 10 shares,
     * 4 slots: 10 / (3 * 5) without memory; 64 MB of 4 slots are 16 a slot, and a slot has 4: 5 * 16 / 4 = 20 more.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "12, 43, 46-48")
    void theMemoryAdjustmentReadsTheMemoryInUse() {
        lsf("cluster: {FAIRSHARE_ADJUSTMENT_FACTOR: \"1\", CPU_TIME_FACTOR: \"0\", RUN_TIME_FACTOR: \"0\"}\n"
                + "adjustment: memory\nslotMemory: 4\nadjustmentSettings: {THRESHOLD: \"1\"}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.start("1", NOW, "physics", "anna", "cpu: 4", "");
        rig.tick(NOW);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 15.0, SIX_DIGITS);

        rig.sample("1", NOW + 10, "memoryMb: 16, host: n1, cpuSeconds: 5");
        rig.sample("1", NOW + 20, "memoryMb: 48, host: n2");
        rig.tick(NOW + 20);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 35.0, SIX_DIGITS);

        // n2 has 16 now, in a new life of its counters: 32 MB, so 5 * 8 / 4. A sample without memory changes nothing.
        rig.sample("1", NOW + 30, "memoryMb: 16, host: n2, epoch: 7");
        rig.sample("1", NOW + 40, "cpuSeconds: 9, host: n1");
        rig.tick(NOW + 40);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 25.0, SIX_DIGITS);

        rig.finish("1", NOW + 50, NOW, "");
        rig.tick(NOW + 50);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 3.0, SIX_DIGITS);
    }

    /**
     * The whole cluster: 16 + 48 MB of anna's samples, 32 of ben's allocation before his first sample, and 32 of zoe, who has
     * no shares and runs in another cluster of the domain: 128. The plug-in returns 10 * own / all: 5 for anna's 64, and 2.5
     * for ben's 32. So anna has 10 / (3 * (1 + 4) + 5), and ben 10 / (3 * (1 + 2) + 2.5).
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "43")
    void aPluginIsToldTheMemoryInUseOverTheEntireCluster(@TempDir Path directory) throws IOException {
        withPlugin(directory, PartOfMemory.class, () -> {
            lsf("cluster: {FAIRSHARE_ADJUSTMENT_FACTOR: \"1\", CPU_TIME_FACTOR: \"0\", RUN_TIME_FACTOR: \"0\"}\n"
                    + "adjustment: part-of-memory\nslotMemory: 4");
            rig.user(DOMAIN, "physics", "anna", 10);
            rig.user(DOMAIN, "physics", "ben", 10);
            rig.start("1", NOW, "physics", "anna", "cpu: 4, mem: 400", "");
            rig.sample("1", NOW + 10, "memoryMb: 16, host: n1");
            rig.sample("1", NOW + 10, "memoryMb: 48, host: n2");
            rig.start("2", NOW, "physics", "ben", "cpu: 2, mem: 32", "");
            rig.job(
                    "berg",
                    "1",
                    "STARTED",
                    NOW,
                    "account: other, user: zoe, tree: elsewhere, allocatedTres: {cpu: 1, mem: 32}");
            rig.tick(NOW + 20);
        });

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 20.0, SIX_DIGITS);
        assertThat(rig.factor("physics", "ben")).isCloseTo(10 / 11.5, SIX_DIGITS);

        // Zoe's job ends: 64 of 96 for anna.
        rig.job("berg", "1", "FINISHED", NOW + 30, "run: \"" + StreamRig.at(NOW) + "\"");
        rig.tick(NOW + 60);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (15 + 20 / 3.0), SIX_DIGITS);
    }

    private static void withPlugin(Path directory, Class<?> provider, Runnable work) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(FairshareAdjustmentProvider.class.getName()), provider.getName());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(jar);
            work.run();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /**
     * A site's own plug-in, which returns twice the slots in use: 10 / (0.7 + 0.7 + (1 + 3) * 1 + 6). It gets the
     * inputs of the default equation and the memory of a slot. It also gets the cluster's RUN_JOB_FACTOR 3, though the
     * queue has 1.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "41, 42, 44, 45")
    void aPluginOfOnesOwnIsToldTheTermsAndTheParametersOfTheCluster(@TempDir Path directory) throws IOException {
        withPlugin(directory, WatchedAdjustment.class, () -> {
            lsf("""
                    cluster: {FAIRSHARE_ADJUSTMENT_FACTOR: "1", RUN_JOB_FACTOR: "3"}
                    adjustment: watched
                    slotMemory: 4
                    queues: [{name: q, fairshare: true, parameters: {RUN_JOB_FACTOR: "1"}}]
                    """);
            rig.user("q", "physics", "anna", 10);
            rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 3", "queue: q");
            rig.start("2", NOW - 1, "physics", "anna", "cpu: 1", "queue: q");
            rig.finish("2", NOW, NOW - 1, "cpuSeconds: 3600");
            WatchedAdjustment.TOLD.clear();
            rig.tick(NOW);
        });

        assertThat(rig.factor("q", "physics", "anna")).isCloseTo(10 / 11.4, within(1e-9));
        assertThat(WatchedAdjustment.TOLD).anySatisfy(input -> {
            assertThat(input.use().cpuTime()).isCloseTo(1, within(1e-9));
            assertThat(input.use().runTime()).isCloseTo(1, within(1e-9));
            assertThat(input.use().slotsInUse()).isEqualTo(3);
            assertThat(input.slotMemory()).isEqualTo(4);
            assertThat(input.parameters().value(LsfParameter.RUN_JOB_FACTOR)).isEqualTo(3);
        });
    }

    /**
     * Groups and users: A has 60/((1+6)*3), B 40/((1+3)*3); u1 1/15, u2 3/9, u3 1/12. B goes first with u3, then u2,
     * u1.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "1, 22")
    void aGroupHasAPriorityAndItsUsersHaveOnesBelowIt() {
        lsf("cluster: {}");
        rig.account(DOMAIN, "A", "", 60);
        rig.account(DOMAIN, "B", "", 40);
        rig.user(DOMAIN, "A", "u1", 1);
        rig.user(DOMAIN, "A", "u2", 3);
        rig.user(DOMAIN, "B", "u3", 1);
        rig.start("r1", NOW, "A", "u1", "cpu: 4", "");
        rig.start("r2", NOW, "A", "u2", "cpu: 2", "");
        rig.start("r3", NOW, "B", "u3", "cpu: 3", "");
        Map.of("u1", "A", "u2", "A", "u3", "B")
                .forEach((user, account) -> rig.submit("of-" + user, NOW, account, user, ""));
        rig.tick(NOW);

        assertThat(rig.factor("A", "")).isCloseTo(2.85714, SIX_DIGITS);
        assertThat(rig.factor("B", "")).isCloseTo(3.33333, SIX_DIGITS);
        assertThat(rig.factor("A", "u1")).isCloseTo(0.0666667, SIX_DIGITS);
        assertThat(rig.factor("A", "u2")).isCloseTo(0.333333, SIX_DIGITS);
        assertThat(rig.factor("B", "u3")).isCloseTo(0.0833333, SIX_DIGITS);
        assertThat(rig.order(NOW)).containsExactly("of-u3", "of-u2", "of-u1");
    }

    /** A factor holds for every fairshare policy from its version on. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "40")
    void aChangedFactorHoldsFromItsVersionOn() {
        lsf("cluster: {}");
        rig.user(DOMAIN, "physics", "anna", 10);
        slots("1", 1, "");
        rig.tick(NOW);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / 6.0, within(1e-9));

        String later = "effectiveFrom: \"" + StreamRig.at(NOW + HOUR) + "\"\nalgorithm: LSF_DYNAMIC\nlsf: {cluster: ";
        rig.policy(later + "{RUN_JOB_FACTOR: \"1\"}}");
        rig.tick(NOW + 2 * HOUR);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (2 * .7 + 2), within(1e-9));
        assertThat(rig.refusals()).isEmpty();
    }

    /**
     * A run of 10 hours ends at NOW. Without RUN_TIME_DECAY its history begins with 10 hours, with it with what decay left of them at
     * the end: 5 / ln 10 * (1 - 10^-2) = 2.149757685 hours. Of either, a tenth is left 5 hours later, and 1 % after 10.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "40")
    void runTimeDecayChangesBesideHistoricalRunTime() {
        lsf("cluster: {ENABLE_HIST_RUN_TIME: Y}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.start("1", NOW - 10 * HOUR, "physics", "anna", "cpu: 1", "");
        rig.finish("1", NOW, NOW - 10 * HOUR, "");
        rig.tick(NOW);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (10 * .7 + 3), SIX_DIGITS);

        String algorithm = "\"\nalgorithm: LSF_DYNAMIC\nlsf: {cluster: {ENABLE_HIST_RUN_TIME: Y";
        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 5 * HOUR) + algorithm + ", RUN_TIME_DECAY: Y}}");
        rig.tick(NOW + 5 * HOUR);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (.2149757685 * .7 + 3), SIX_DIGITS);

        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 10 * HOUR) + algorithm + "}}");
        rig.tick(NOW + 10 * HOUR);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (.1 * .7 + 3), SIX_DIGITS);
    }

    /**
     * 10 hours of CPU time at NOW. HIST_HOURS is 5: 1 hour is left 5 hours later. From then on it is 10: 0.1 hours are left after
     * 10 hours more.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "40")
    void aChangedHistHoursKeepsCpuTimeAndDecaysItByTheNewOne() {
        lsf("cluster: {}");
        rig.user(DOMAIN, "physics", "anna", 10);
        rig.start("1", NOW - 10 * HOUR, "physics", "anna", "cpu: 1", "");
        rig.finish("1", NOW, NOW - 10 * HOUR, "cpuSeconds: 36000");
        rig.tick(NOW);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (10 * .7 + 3), SIX_DIGITS);

        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 5 * HOUR)
                + "\"\nalgorithm: LSF_DYNAMIC\nlsf: {cluster: {HIST_HOURS: \"10\"}}");
        rig.tick(NOW + 5 * HOUR);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (1 * .7 + 3), SIX_DIGITS);
        rig.tick(NOW + 15 * HOUR);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (.1 * .7 + 3), SIX_DIGITS);
        assertThat(rig.refusals()).isEmpty();
    }

    /**
     * A job on one slot runs from NOW on. After 5 hours, run time begins to decay with HIST_HOURS 5: 5 hours of it are 0.5 hours
     * after 5 hours more. Those count 5/ln 10 * 0.9 = 1.95433 hours (LSF specs: DP-10).
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "40")
    void runTimeDecaysFromTheVersionOnThatSaysSo() {
        lsf("cluster: {}");
        rig.user(DOMAIN, "physics", "anna", 10);
        slots("1", 1, "");
        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 5 * HOUR)
                + "\"\nalgorithm: LSF_DYNAMIC\nlsf: {cluster: {RUN_TIME_DECAY: Y}}");
        rig.tick(NOW + 5 * HOUR);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / (5 * .7 + 2 * 3), SIX_DIGITS);
        rig.tick(NOW + 10 * HOUR);
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / ((.5 + 1.95433) * .7 + 2 * 3), SIX_DIGITS);
        assertThat(rig.refusals()).isEmpty();
    }

    /** The page's phases: Verona has no jobs, and the others get its slots; then only Genova has some. */
    @ParameterizedTest
    @CsvSource({"true, true, true, 8, 5, 2", "true, false, true, 11, 0, 4", "false, false, true, 0, 0, 15"})
    @Rule(document = Document.LSF_QUEUES, rows = "4, 7, 9, 10, 16")
    void slotsOfAPoolByPhase(boolean roma, boolean verona, boolean genova, long first, long second, long third) {
        lsf("poolSlots: {italia: 15}\nqueues:\n" + pooled("Roma", 50, 50, "italia") + pooled("Verona", 48, 30, "italia")
                + pooled("Genova", 48, 20, "italia"));
        rig.user(DOMAIN, "physics", "anna", 1);
        demand("Roma", roma);
        demand("Verona", verona);
        demand("Genova", genova);
        rig.tick(NOW);

        assertThat(rig.queues("italia").getSlots()).isEqualTo(Map.of("Roma", first, "Verona", second, "Genova", third));
    }

    private void demand(String queue, boolean has) {
        if (has) {
            rig.submit("of-" + queue, NOW, "physics", "anna", "queue: " + queue + ", requestedTres: {cpu: 1000}");
        }
    }

    private static String pooled(String queue, int priority, int share, String pool) {
        return "- {name: " + queue + ", priority: " + priority + ", hosts: [of-" + pool + "], slotPool: " + pool
                + ", slotShare: " + share + "}\n";
    }

    /** The page's two pools of 13 queues with 21 slots each: 50/30/20 in one, ten tenths in the other. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "11")
    void anyNumberOfPools() {
        StringBuilder section =
                new StringBuilder("poolSlots: {poolA: 21, poolB: 21}\nqueues:\n" + pooled("Roma", 50, 50, "poolA")
                        + pooled("Verona", 48, 30, "poolA") + pooled("Genova", 47, 20, "poolA"));
        List<String> others = List.of(
                "Pisa", "Milano", "Parma", "Bologna", "Sora", "Ferrara", "Napoli", "Livorno", "Palermo", "Venezia");
        List<Integer> priorities = List.of(44, 43, 42, 40, 40, 40, 40, 40, 40, 4);
        for (int i = 0; i < others.size(); i++) {
            section.append(pooled(others.get(i), priorities.get(i), 10, "poolB"));
        }
        lsf(section.toString());
        rig.user(DOMAIN, "physics", "anna", 1);
        List.of("Roma", "Verona", "Genova").forEach(queue -> demand(queue, true));
        others.forEach(queue -> demand(queue, true));
        rig.tick(NOW);

        assertThat(rig.queues("poolA").getSlots()).isEqualTo(Map.of("Roma", 11L, "Verona", 7L, "Genova", 3L));
        Map<String, Long> slots = rig.queues("poolB").getSlots();
        assertThat(slots.values().stream().mapToLong(each -> each).sum()).isEqualTo(21);
        others.forEach(queue -> assertThat(slots.get(queue))
                .as(queue)
                .isEqualTo(List.of("Livorno", "Palermo", "Venezia").contains(queue) ? 0L : 3L));
    }

    /**
     * Queues 1 to 3 are in one pool, 4 and 5 in none, 6 to 8 in another. Priority puts queues outside between the
     * pools.
     */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "13")
    void queuesOutsideStandBetweenThePoolsByPriority() {
        StringBuilder section = new StringBuilder("poolSlots: {poolA: 10, poolB: 10}\nqueues:\n");
        section.append(
                pooled("queue8", 1, 20, "poolB") + pooled("queue7", 2, 30, "poolB") + pooled("queue6", 3, 50, "poolB"));
        section.append("- {name: queue5, priority: 4}\n- {name: queue4, priority: 5}\n");
        section.append(
                pooled("queue3", 6, 20, "poolA") + pooled("queue2", 7, 30, "poolA") + pooled("queue1", 8, 50, "poolA"));
        lsf(section.toString());
        rig.tick(NOW);

        assertThat(rig.queues("").getOrder())
                .containsExactly("queue1", "queue2", "queue3", "queue4", "queue5", "queue6", "queue7", "queue8");
    }

    /** Without pools, all jobs of the queue with the higher priority go first. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "1")
    void withoutPoolsQueuesGoByPriority() {
        lsf("queues: [{name: low, priority: 10}, {name: high, priority: 40}, {name: mid, priority: 20}]");
        rig.tick(NOW);

        assertThat(rig.queues("").getOrder()).containsExactly("high", "mid", "low");
    }

    /**
     * Accumulated slots, decayed by HIST_HOURS, by share. q1 held 8 slots for the last hour: 8*5/ln 10*(1-10^-0.2) =
     * 6.41 slot-hours of 50. q2 held 10 slots from 15 to 5 hours ago: 2.15 of 30. q3 held nothing. So the order is q3,
     * q2, q1. Later q2 holds a slot all the time and q1 nothing: q1 gets its turn.
     */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "17")
    @Rule(document = Document.LSF_QUEUES, rows = "14, 19, 25-27")
    void accumulatedSlotsDecayAndDecideTheOrder() {
        lsf("poolSlots: {pool: 10}\nqueues:\n" + pooled("q1", 50, 50, "pool") + pooled("q2", 48, 30, "pool")
                + pooled("q3", 46, 20, "pool"));
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.tick(NOW - 20 * HOUR);
        assertThat(rig.queues("pool").getOrder()).containsExactly("q1", "q2", "q3");
        rig.start("2", NOW - 15 * HOUR, "physics", "anna", "cpu: 10", "queue: q2");
        rig.finish("2", NOW - 5 * HOUR, NOW - 15 * HOUR, "");
        rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 8", "queue: q1");
        rig.finish("1", NOW, NOW - HOUR, "");
        rig.tick(NOW);
        assertThat(rig.queues("pool").getOrder()).containsExactly("q3", "q2", "q1");

        rig.start("3", NOW, "physics", "anna", "cpu: 1", "queue: q2");
        rig.tick(NOW + 10 * HOUR);
        assertThat(rig.queues("pool").getOrder()).containsExactly("q3", "q1", "q2");
    }

    /** The order of all queues has the job limits outside of pools; within a pool its slots have them. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "20")
    void queuesOutsideOfPoolsHaveTheirJobLimits() {
        lsf("poolSlots: {pool: 10}\nqueues:\n" + pooled("q1", 50, 50, "pool")
                + "- {name: night, priority: 30, jobLimit: 3}\n- {name: day, priority: 20}\n");
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.queues("").getSlots()).isEqualTo(Map.of("night", 3L));
        assertThat(rig.queues("pool").getSlots()).isEqualTo(Map.of("q1", 0L));
    }

    /** A queue with it would start nothing, and nobody would say why. */
    @Test
    void aJobLimitBelowZeroIsRefused() {
        lsf("queues:\n- {name: night, jobLimit: -1}\n");

        assertThat(rig.refusals()).singleElement().asString().contains("queue night: QJOB_LIMIT -1 must be at least 0");
    }

    /** "not with SLAs of velocity, deadline or throughput" */
    @Test
    @Rule(document = Document.LSF_APS, rows = "8")
    void absolutePrioritiesAndTimeBasedServiceClassesAreRefusedTogether() {
        lsf("queues:\n- {name: night, apsPriority: \"WEIGHT[[JPRIORITY,1]]\", timeBasedSlas: [gold]}\n");

        assertThat(rig.refusals())
                .singleElement()
                .asString()
                .contains("APS_PRIORITY cannot be used together with time-based SLAs: [gold]");
    }

    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "12")
    void aPoolHasOneSetOfHosts() {
        lsf("poolSlots: {pool: 10}\nqueues:\n" + pooled("q1", 50, 50, "pool")
                + pooled("q2", 48, 30, "pool").replace("of-pool", "other"));

        assertThat(rig.refusals()).singleElement().asString().contains("queue q2: HOSTS must equal those of q1");
    }

    /** Slots in use and free slots add up to the pool's slots, whoever holds them. */
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "17, 18")
    void thePoolHasAConstantNumberOfSlots() {
        lsf("poolSlots: {italia: 15}\nqueues:\n" + pooled("Roma", 50, 50, "italia")
                + pooled("Verona", 48, 50, "italia"));
        rig.user(DOMAIN, "physics", "anna", 1);
        demand("Roma", true);
        demand("Verona", true);
        for (int i = 0; i < 5; i++) {
            rig.start("run" + i, NOW + i, "physics", "anna", "cpu: 2", "queue: Roma");
            rig.tick(NOW + i);
            assertThat(rig.queues("italia").getSlots().values().stream()
                            .mapToLong(each -> each)
                            .sum())
                    .isEqualTo(15);
        }
    }
}
