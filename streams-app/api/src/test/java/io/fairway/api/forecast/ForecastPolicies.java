package io.fairway.api.forecast;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.registry.PolicyFamilies;
import java.time.Instant;
import java.util.Map;

/** Policies of the three schedulers. */
public final class ForecastPolicies {
    private ForecastPolicies() {}

    /** @param halfLife milliseconds; 0 = no decay */
    public static PolicyFamily slurm(Algorithm algorithm, long halfLife) {
        return slurm(
                algorithm,
                Decay.newBuilder()
                        .setKind(halfLife == 0 ? DecayKind.NONE : DecayKind.HALF_LIFE)
                        .setMillis(halfLife)
                        .build());
    }

    /** Usage as a running slurmctld counts it. */
    public static PolicyFamily ticking(Algorithm algorithm, long halfLife, long period) {
        return slurm(
                algorithm,
                Decay.newBuilder()
                        .setKind(DecayKind.SLURM_TICK)
                        .setMillis(halfLife)
                        .setPeriodMillis(period)
                        .build());
    }

    private static PolicyFamily slurm(Algorithm algorithm, Decay decay) {
        return PolicyFamilies.of(of("slurm", algorithm)
                .setProcessors(64)
                .setMeasure(
                        Measure.newBuilder().setName("billing").setDecay(decay).build())
                .build());
    }

    public static PolicyFamily lsf(Map<String, String> cluster) {
        return PolicyFamilies.of(of("lsf", Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder().setCluster(cluster).build())
                .build());
    }

    public static PolicyFamily moab(Map<String, String> parameters) {
        return PolicyFamilies.of(of("moab", Algorithm.MOAB_TARGETS)
                .setProcessors(48)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build())
                .build());
    }

    private static Policy.Builder of(String name, Algorithm algorithm) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName(name)
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder().setName(name).build())
                .setAlgorithm(algorithm);
    }
}
