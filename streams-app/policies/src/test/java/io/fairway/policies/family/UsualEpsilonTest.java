package io.fairway.policies.family;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import io.fairway.policies.registry.PolicyFamilies;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Half a point of a rounded priority, and at most 0.0005: a site that lets fairshare weigh nothing still reads factors. */
class UsualEpsilonTest {
    @ParameterizedTest
    @CsvSource({"0, 0.0005", "1, 0.0005", "1000, 0.0005", "2000, 0.00025", "100000, 0.000005"})
    void itFollowsTheWeightOfFairshareButIsNeverCoarse(long weight, double epsilon) {
        Policy policy = Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(604_800_000)
                                .build())
                        .build())
                .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                .setSlurm(SlurmPriority.newBuilder().setWeightFairshare(weight).build())
                .build();

        assertThat(PolicyFamilies.of(policy).usualEpsilon()).isEqualTo(epsilon);
    }
}
