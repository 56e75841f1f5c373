package io.fairway.policies.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.Algorithm;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordYamlTest {
    private static final String POLICY = """
            domain: alps
            name: main
            effectiveFrom: 2026-12-01T00:00:00Z
            measure:
              name: billing
              decay: {kind: half-life, millis: 7d}
              billing: {"": {weights: "CPU=1,Mem=0.25G"}}
              leaseMillis: 10m
            algorithm: fair-tree-slurm
            qos: {high: {priority: 10, usageFactor: 2}}
            slurm: {weightFairshare: 10000, flags: [ACCRUE_ALWAYS]}
            """;

    @Test
    void readsAPolicyWithTheDefaultsOfItsSchema() {
        Policy policy = read(POLICY);

        assertThat(policy.getEffectiveFrom()).isEqualTo(Instant.parse("2026-12-01T00:00:00Z"));
        assertThat(policy.getMeasure().getDecay().getKind()).isEqualTo(DecayKind.HALF_LIFE);
        assertThat(policy.getMeasure().getDecay().getMillis()).isEqualTo(604_800_000L);
        assertThat(policy.getMeasure().getLeaseMillis()).isEqualTo(600_000L);
        assertThat(policy.getMeasure().getChargeSuspended()).isTrue();
        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.FAIR_TREE_SLURM);
        assertThat(Objects.requireNonNull(policy.getQos().get("high")).getUsageFactor())
                .isEqualTo(2);
        assertThat(Objects.requireNonNull(policy.getSlurm()).getWeightFairshare())
                .isEqualTo(10_000L);
        assertThat(policy.getSlurm().getFlags()).isEqualTo(List.of("ACCRUE_ALWAYS"));
    }

    @Test
    void whatIsWrittenReadsAsTheSame() throws Exception {
        Policy policy = read(POLICY);

        String text = YamlText.text(RecordYaml.write(policy));

        assertThat(read(text)).isEqualTo(policy);
        assertThat(text).doesNotContain("chargeSuspended"); // a default
    }

    /** An instant that need not be there is written as one, too. */
    @Test
    void everyFieldOfAnEventReadsAsItWasWritten() throws Exception {
        JobEvent event = JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob("1")
                .setType(JobEventType.FINISHED)
                .setTime(Instant.parse("2026-12-01T01:00:00Z"))
                .setRun(Instant.parse("2026-12-01T00:00:00Z"))
                .setCpuSeconds(12.5)
                .build();

        String text = YamlText.text(RecordYaml.write(event));

        assertThat(text).contains("run: 2026-12-01T00:00:00Z");
        assertThat(RecordYaml.read(YamlValue.parse("event", text), JobEvent.getClassSchema(), JobEvent.class))
                .isEqualTo(event);
    }

    @Test
    void aMissingValueInARecordWithinIsTakenByItsPath() {
        String unnamed = POLICY.replace("  name: billing\n", "");
        Policy named = RecordYaml.read(
                YamlValue.parse("policy", unnamed),
                Policy.getClassSchema(),
                Policy.class,
                Map.of("measure.name", "billing"));
        Policy none = RecordYaml.read(
                YamlValue.parse("policy", "{}"),
                Policy.getClassSchema(),
                Policy.class,
                Map.of("domain", "alps", "name", "main", "effectiveFrom", 0L, "measure.name", "billing"));

        assertThat(named).isEqualTo(read(POLICY));
        assertThat(none.getMeasure().getName()).isEqualTo("billing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            algorithm: fair-tree-slurm | algorithm: fairtree | line 9: algorithm "fairtree": must be one of FIFO
            algorithm: fair-tree-slurm | algorythm: fifo | line 9: algorythm "fifo": is not a key here
            millis: 7d | millis: week | line 6: measure.decay.millis "week": must be a number
            name: main | nick: main | line 1: needs the key name
            effectiveFrom: 2026-12-01T00:00:00Z | effectiveFrom: soon | line 3: effectiveFrom "soon": must be an instant
            usageFactor: 2 | usageFactor: two | line 10: qos.high.usageFactor "two": must be a number
            """)
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        String text = POLICY.replace(right, wrong);
        assertThat(text).isNotEqualTo(POLICY);

        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessageContaining(message);
    }

    private static Policy read(String text) {
        return RecordYaml.read(YamlValue.parse("policy.yaml", text), Policy.getClassSchema(), Policy.class);
    }
}
