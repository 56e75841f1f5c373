package io.fairway.policies.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Equal versions are read once, and a version that differs in anything is read by itself. */
class PolicyFamiliesTest {
    private static Policy.Builder policy(Algorithm algorithm) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder().setName("usage").build())
                .setProcessors(64)
                .setAlgorithm(algorithm);
    }

    private static Policy moab(Map<String, String> parameters) {
        return policy(Algorithm.MOAB_TARGETS)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build())
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIR_TREE_SLURM", "LSF_DYNAMIC", "MOAB_TARGETS"})
    void equalVersionsAreReadOnce(Algorithm algorithm) {
        assertThat(PolicyFamilies.of(policy(algorithm).build()))
                .isSameAs(PolicyFamilies.of(policy(algorithm).build()));
    }

    @Test
    void aVersionThatDiffersIsReadByItself() {
        Policy coarse = moab(Map.of("FSWEIGHT", "1"));
        Policy fine = moab(Map.of("FSWEIGHT", "100000"));

        assertThat(PolicyFamilies.of(coarse).usualEpsilon()).isEqualTo(0.0005);
        assertThat(PolicyFamilies.of(fine).usualEpsilon()).isEqualTo(0.000005);
        assertThat(PolicyFamilies.of(coarse).usualEpsilon()).isEqualTo(0.0005);
    }

    @Test
    void whoChangesARecordAfterwardsChangesNothingThatWasRead() {
        Map<String, String> parameters = new HashMap<>(Map.of("FSWEIGHT", "3000"));
        Policy policy = moab(parameters);
        PolicyFamilies.of(policy);
        policy.getMoab().getParameters().put("FSWEIGHT", "100000");

        assertThat(PolicyFamilies.of(policy).usualEpsilon()).isEqualTo(0.000005);
        assertThat(PolicyFamilies.of(moab(Map.of("FSWEIGHT", "3000"))).usualEpsilon())
                .isEqualTo(1 / 6000.0);
    }

    @Test
    void aVersionThatIsWrongIsWrongEachTime() {
        Policy wrong = moab(Map.of("FSDEPTH", "many"));

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> PolicyFamilies.check(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        Policy right = moab(Map.of("FSDEPTH", "4"));
        PolicyFamilies.check(right);
        PolicyFamilies.check(right);
    }

    /** A record has no lines: a message names the policy, the parameter, its value and the rule. */
    @Test
    void aWrongParameterOfARecordIsNamedWithoutALine() {
        assertThatThrownBy(() -> PolicyFamilies.check(moab(Map.of("FSDEPTH", "many"))))
                .hasMessage("policy main: moab section of policy main: parameters.FSDEPTH \"many\": must be a number");
        assertThatThrownBy(() -> PolicyFamilies.check(moab(Map.of("USERCFG[a: b\n]", "x"))))
                .hasMessageStartingWith("policy main: moab section of policy main: parameters.USERCFG[a: b\n] \"x\": ");
    }

    /** A plug-in may remember what it was asked, so each reader has its own. */
    @Test
    void aPluginIsNotShared() {
        Policy adjusted = policy(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder()
                        .setAdjustment("memory")
                        .setAdjustmentSettings(Map.of("THRESHOLD", "1"))
                        .build())
                .build();

        assertThat(PolicyFamilies.of(adjusted)).isNotSameAs(PolicyFamilies.of(adjusted));
    }

    @Test
    void itKeepsAFixedNumber() {
        Memo<String, Integer> lengths = new Memo<>(text -> text, String::length, 4);

        for (int i = 0; i < 100; i++) {
            assertThat(lengths.of("x".repeat(i))).isEqualTo(i);
            assertThat(lengths.size()).isBetween(1, 4);
        }
    }
}
