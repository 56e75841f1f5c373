package io.fairway.policies.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.DecayKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyYamlTest {
    private static final String HEAD = """
            domain: alps
            name: main
            effectiveFrom: 2026-12-01T00:00:00Z
            """;
    private static final String MEASURE = "measure: {name: billing}\n";

    /** slurm.conf(5): PriorityDecayHalfLife, 7-0; PriorityWeightAge and its siblings, 0. */
    @Test
    void whatAFileOfSlurmLeavesOutHasTheDefaultsOfSlurm() {
        Policy policy = read(HEAD + MEASURE + "algorithm: classic\n");

        assertThat(policy.getMeasure().getDecay().getKind()).isEqualTo(DecayKind.HALF_LIFE);
        assertThat(policy.getMeasure().getDecay().getMillis()).isEqualTo(7 * 86_400_000L);
        assertThat(Objects.requireNonNull(policy.getSlurm()).getWeightFairshare())
                .isZero();
        assertThat(policy.getSlurm().getWeightAge()).isZero();
    }

    /** The page of Slurm 2.0: each weight is 1 but that of associations. */
    @Test
    void theWeightsOfSlurm20AreSaid() {
        Policy policy =
                read(HEAD + MEASURE + "algorithm: linear-2-0\nnodes: 4\nprocessors: 16\nslurm: {dialect: '2.0'}\n");

        assertThat(Objects.requireNonNull(policy.getSlurm()).getWeightJobSize()).isEqualTo(1L);
        assertThat(policy.getSlurm().getWeightAssociation()).isZero();
    }

    /** Dynamic user priority of LSF 10.1: HIST_HOURS 5, the factors 0.7, 0.7 and 3. */
    @Test
    void whatAFileOfLsfLeavesOutHasTheDefaultsOfLsf() {
        Policy policy = read(HEAD + MEASURE + "algorithm: lsf-dynamic\nlsf: {cluster: {RUN_TIME_FACTOR: 2}}\n");

        assertThat(policy.getMeasure().getDecay().getKind()).isEqualTo(DecayKind.NONE);
        assertThat(Objects.requireNonNull(policy.getLsf()).getCluster())
                .containsEntry("HIST_HOURS", "5")
                .containsEntry("CPU_TIME_FACTOR", "0.7")
                .containsEntry("RUN_TIME_FACTOR", "2")
                .containsEntry("RUN_JOB_FACTOR", "3")
                .doesNotContainKey("FWD_JOB_FACTOR");
    }

    /** Moab: 7 windows of 24 hours; Maui 3.3: 8 of 12. */
    @ParameterizedTest
    @CsvSource({"MOAB, 24:00:00, 7", "MAUI, 12:00:00, 8"})
    void whatAFileOfMoabLeavesOutHasTheWindowsOfItsDialect(String dialect, String interval, String depth) {
        Policy policy = read(HEAD + MEASURE + "algorithm: moab-targets\nmoab: {dialect: " + dialect
                + ", parameters: {fspolicy: DEDICATEDPS, FSDECAY: 0.8}}\n");

        assertThat(Objects.requireNonNull(policy.getMoab()).getParameters())
                .isEqualTo(
                        Map.of("fspolicy", "DEDICATEDPS", "FSINTERVAL", interval, "FSDEPTH", depth, "FSDECAY", "0.8"));
    }

    /** A policy that was published without decay never decays; its file must not make it decay. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "algorithm: classic\nmeasure: {name: billing, decay: {kind: none}}\n",
                "algorithm: fair-tree-slurm\nmeasure: {name: billing}\nslurm: {weightFairshare: 100}\n",
                "algorithm: lsf-dynamic\nmeasure: {name: billing}\nlsf: {queues: [{name: night, fairshare: true}]}\n",
                "algorithm: moab-targets\nmeasure: {name: billing}\nmoab: {parameters: {FSPOLICY: DEDICATEDPS}}\n",
            })
    void whatIsWrittenReadsAsTheSame(String policy) throws IOException {
        Policy published = read(HEAD + policy);

        assertThat(read(YamlText.text(PolicyYaml.write(published)))).isEqualTo(published);
        Policy unsaid =
                RecordYaml.read(YamlValue.parse("record", HEAD + policy), Policy.getClassSchema(), Policy.class);
        assertThat(read(YamlText.text(PolicyYaml.write(unsaid)))).isEqualTo(PolicyYaml.explicit(unsaid));
    }

    /** Each size on its own line: what needs it, and what it is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            algorithm: linear-2-0, nodes: 4, slurm: {dialect: '2.0'} | processors is missing: algorithm LINEAR_2_0
            algorithm: linear-2-0, processors: 9, slurm: {dialect: '2.0'} | nodes is missing: PriorityWeightJobSize
            algorithm: linear-2-0, processors: 9, nodes: 4 | -
            algorithm: linear-2-0, processors: 9, slurm: {dialect: '2.0', weightJobSize: 0} | -
            algorithm: classic, slurm: {weightJobSize: 5}, nodes: 4 | processors is missing: PriorityWeightJobSize
            algorithm: classic, slurm: {weightJobSize: 5}, processors: 4 | nodes is missing: PriorityWeightJobSize
            algorithm: fifo, slurm: {weightJobSize: 5} | -
            algorithm: classic, slurm: {weightTres: 'CPU=10'} | partitions.NAME.tres is missing: PriorityWeightTRES
            algorithm: classic, slurm: {weightTres: 'CPU=10'}, partitions: {p: {tres: {cpu: 4}}} | -
            algorithm: moab-targets, moab: {mem: 64, parameters: {PEWEIGHT: 1, RESWEIGHT: 1}} | processors is missing: PEWEIGHT
            algorithm: moab-targets, processors: 4, moab: {parameters: {PEWEIGHT: 1, RESWEIGHT: 1}} | moab.mem is missing: PEWEIGHT
            algorithm: moab-targets, processors: 4, moab: {parameters: {FSPOLICY: DEDICATEDPES}} | moab.mem is missing: FSPOLICY
            algorithm: moab-targets, processors: 4, moab: {mem: 64, parameters: {FSPOLICY: DEDICATEDPES}} | -
            algorithm: moab-targets, moab: {parameters: {FSPOLICY: DEDICATEDPS}} | -
            algorithm: lsf-dynamic, lsf: {adjustment: memory, adjustmentSettings: {THRESHOLD: 1}} | lsf.slotMemory is missing
            """)
    void aSizeThatIsNeededMustBeThere(String keys, @Nullable String message) {
        String text =
                "{domain: alps, name: main, effectiveFrom: 2026-12-01T00:00:00Z, measure: {name: billing}, " + keys;

        if (message == null) {
            assertThatCode(() -> read(text + "}")).doesNotThrowAnyException();
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(text + "}"))
                    .withMessageContaining("policy main: ")
                    .withMessageContaining(message);
        }
        assertThat(read(text + ", state: retired}").getState()).isEqualTo(PolicyState.RETIRED);
    }

    private static Policy read(String text) {
        return PolicyYaml.read(YamlValue.parse("policy.yaml", text));
    }
}
