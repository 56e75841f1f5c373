package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.ShareNode;
import io.fairway.policies.avro.AlgorithmName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PoliciesTest {
    private static final Instant FROM = Instant.ofEpochSecond(1_000);

    private static Policies policies(int halfLifeSeconds) {
        return new Policies(
                "alps", Workload.standard(), AlgorithmName.CLASSIC, Duration.ofSeconds(halfLifeSeconds), 64);
    }

    private static Policy policy(String name, int halfLifeSeconds) {
        return policies(halfLifeSeconds).all(DemoPolicy.SLURM, FROM).stream()
                .filter(policy -> policy.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(DemoPolicy.class)
    void oneDecidesAndTheOthersAreShadows(DemoPolicy chosen) {
        List<Policy> all = policies(20).all(chosen, FROM);

        assertThat(all).extracting(Policy::getName).containsExactly("slurm", "lsf", "moab");
        for (Policy policy : all) {
            assertThat(policy.getState())
                    .isEqualTo(policy.getName().equals(chosen.toString()) ? PolicyState.ACTIVE : PolicyState.SHADOW);
            assertThat(policy.getEffectiveFrom()).isEqualTo(FROM);
            assertThat(policy.getDomain()).isEqualTo("alps");
        }
        // Policies share a measure by its name, so different measures need different names.
        assertThat(all).extracting(policy -> policy.getMeasure().getName()).doesNotHaveDuplicates();
    }

    @Test
    void everyPolicyForgetsHalfInAHalfLife() {
        Policy slurm = policy("slurm", 20);
        Map<String, String> lsf =
                Objects.requireNonNull(policy("lsf", 20).getLsf()).getCluster();
        Map<String, String> moab = moab(20).getParameters();

        assertThat(slurm.getMeasure().getDecay().getMillis()).isEqualTo(20_000);
        // LSF: to a tenth in HIST_HOURS
        assertThat(Math.pow(0.1, 20 / 3600.0 / number(lsf, "HIST_HOURS"))).isCloseTo(0.5, within(1e-3));
        // Moab: by FSDECAY in each FSINTERVAL
        assertThat(Math.pow(number(moab, "FSDECAY"), 20 / number(moab, "FSINTERVAL")))
                .isCloseTo(0.5, within(1e-3));
    }

    @Test
    void timesAreWeighedByHowMuchFasterTheClockOfTheDemoIs() {
        Map<String, String> lsf =
                Objects.requireNonNull(policy("lsf", 20).getLsf()).getCluster();

        // LSF's defaults: HIST_HOURS 5, factors 0.7
        assertThat(number(lsf, "CPU_TIME_FACTOR") * number(lsf, "HIST_HOURS")).isCloseTo(3.5, within(1e-2));
        assertThat(lsf).containsEntry("RUN_TIME_FACTOR", lsf.get("CPU_TIME_FACTOR"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0.5", "2, 1, 0.7071", "20, 5, 0.8409", "60, 15, 0.8409"})
    void windowsOfMoabHaveWholeSeconds(int halfLife, String interval, String decay) {
        assertThat(moab(halfLife).getParameters())
                .containsEntry("FSINTERVAL", interval)
                .containsEntry("FSDECAY", decay);
    }

    @Test
    void targetsOfMoabAreTheSharesInTheCluster() {
        // physics 40 of 100; anna 2 of 3 of it, dario 1 of 2 of biology's 30, elena 3 of 4 of chemistry's 20
        assertThat(moab(20).getParameters())
                .containsEntry("ACCOUNTCFG[physics]", "FSTARGET=40.00")
                .containsEntry("USERCFG[anna]", "FSTARGET=26.67")
                .containsEntry("USERCFG[dario]", "FSTARGET=15.00")
                .containsEntry("USERCFG[elena]", "FSTARGET=15.00");
    }

    @Test
    void theQueueHasTheSharesOfTheCluster() {
        Map<String, Map<String, Long>> trees = new HashMap<>();
        for (ShareNode node : Tables.shares("alps", Workload.standard())) {
            trees.computeIfAbsent(node.getTree(), tree -> new HashMap<>())
                    .put(node.getAccount() + "/" + node.getUser(), node.getShares());
        }

        assertThat(trees).containsOnlyKeys("alps", "normal");
        assertThat(trees.get("normal")).isEqualTo(trees.get("alps")).hasSize(12).containsEntry("physics/anna", 2L);
        assertThat(Objects.requireNonNull(policy("lsf", 20).getLsf()).getQueues())
                .singleElement()
                .satisfies(queue -> assertThat(queue.getName()).isEqualTo("normal"))
                .satisfies(queue -> assertThat(queue.getFairshare()).isTrue());
    }

    @Test
    void ordersUsersByRankOrByFactor() {
        assertThat(order(record("anna", 0.2, 1L), record("carla", 0.9, 3L), record("boris", 0.1, 2L)))
                .containsExactly("carla", "boris", "anna");
        assertThat(order(record("anna", -40.0, null), record("carla", 12.0, null), record("", 99.0, null)))
                .containsExactly("carla", "anna");
        assertThat(order(record("anna", null, null))).isEmpty();
    }

    @Test
    void standingsAreInTheWordsOfThePolicy() {
        FairshareRecord record = FairshareRecord.newBuilder(record("anna", 1.23456, 7L))
                .setUsers(9)
                .setNormShares(0.2667)
                .setEffectiveUsage(0.25)
                .build();

        assertThat(DemoPolicy.SLURM.score(record)).isEqualTo("1.2346");
        // Rank 7 of 9 is served third.
        assertThat(DemoPolicy.SLURM.place(record)).isEqualTo("3");
        assertThat(DemoPolicy.LSF.score(record)).isEqualTo("1.235");
        assertThat(DemoPolicy.MOAB.score(record)).isEqualTo("25.00");
        assertThat(DemoPolicy.MOAB.place(record)).isEqualTo("+1.7");
        assertThat(DemoPolicy.MOAB.place(record("anna", 1.0, null))).isEmpty();
    }

    private static List<String> order(FairshareRecord... records) {
        Map<SimulatedJob.Owner, FairshareRecord> byOwner = new HashMap<>();
        for (FairshareRecord record : records) {
            byOwner.put(new SimulatedJob.Owner(record.getAccount(), record.getUser()), record);
        }
        return DemoPolicy.order(byOwner);
    }

    private static FairshareRecord record(String user, @Nullable Double factor, @Nullable Long rank) {
        return FairshareRecord.newBuilder()
                .setDomain("alps")
                .setPolicy("p")
                .setTree("alps")
                .setAccount("physics")
                .setUser(user)
                .setFactor(factor)
                .setRank(rank)
                .setUsers(2)
                .setDepth(2)
                .setRawUsage(0)
                .setInputs(List.of())
                .setAsOf(FROM)
                .build();
    }

    private static MoabPolicy moab(int halfLife) {
        return Objects.requireNonNull(policy("moab", halfLife).getMoab());
    }

    private static double number(Map<String, String> parameters, String name) {
        return Double.parseDouble(Objects.requireNonNull(parameters.get(name), name));
    }
}
