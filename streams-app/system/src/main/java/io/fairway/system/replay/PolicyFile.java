package io.fairway.system.replay;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fairway.app.serde.PolicyReader;
import io.fairway.avro.BillingRule;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.LinearResources;
import io.fairway.avro.Measure;
import io.fairway.avro.MeasureKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.SlurmPriority;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy as a file or the command line says it; what is null has its default.
 *
 * @param name of the policy: replay
 * @param algorithm see {@link AlgorithmName}: fair-tree
 * @param halfLife such as 7d: usage halves in that time; 7d unless one of the three decays is given
 * @param tenthLife such as 5h: usage falls to a tenth in that time (LSF's HIST_HOURS)
 * @param noDecay whether usage never decays
 * @param dampening FairShareDampeningFactor of classic and depth-oblivious: 1
 * @param resources simple or aggregated: how linear counts what the machine can deliver: simple
 * @param processors of the machine, for linear: the most that ran at once
 * @param usageReset PriorityUsageResetPeriod: NONE
 * @param zone time zone of the reset: UTC
 * @param billingWeights TRESBillingWeights: one per processor
 * @param autoProvisionShares shares of users without a record: they wait for one
 */
record PolicyFile(
        @Nullable String name,
        @Nullable String algorithm,
        @Nullable String halfLife,
        @Nullable String tenthLife,
        @Nullable Boolean noDecay,
        @Nullable Integer dampening,
        @Nullable String resources,
        @Nullable Long processors,
        @Nullable String usageReset,
        @Nullable String zone,
        @Nullable String billingWeights,
        @Nullable Long autoProvisionShares) {
    private static final String MEASURE = "processors";
    private static final String USUAL_HALF_LIFE = "7d";

    /** What the command line says. */
    static PolicyFile ofOptions(
            @Nullable String algorithm,
            @Nullable String halfLife,
            @Nullable String tenthLife,
            boolean noDecay,
            @Nullable Long processors) {
        return new PolicyFile(
                null, algorithm, halfLife, tenthLife, noDecay, null, null, processors, null, null, null, null);
    }

    static PolicyFile read(Path file) {
        return YamlFile.read("policy file", file, new TypeReference<>() {});
    }

    /**
     * The policy of one domain.
     *
     * @param effectiveFrom from which instant it holds
     * @param peak the most processors that the domain used at once
     * @throws IllegalArgumentException naming the value and the rule, if it cannot be evaluated
     */
    Policy policy(String domain, Instant effectiveFrom, long peak) {
        Measure measure = Measure.newBuilder()
                .setName(MEASURE)
                .setDecay(decay())
                .setKind(MeasureKind.BILLING_TRES)
                .setBilling(billingWeights == null ? Map.of() : Map.of("", new BillingRule(billingWeights)))
                .build();
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(name == null ? "replay" : name)
                .setEffectiveFrom(effectiveFrom)
                .setState(PolicyState.ACTIVE)
                .setMeasure(measure)
                .setAlgorithm((algorithm == null ? AlgorithmName.FAIR_TREE : AlgorithmName.of(algorithm)).algorithm())
                .setDampening(dampening == null ? 1 : dampening)
                .setResources(linearResources())
                .setProcessors(processors == null ? peak : processors)
                .setUsageReset(usageReset == null ? "NONE" : usageReset)
                .setZone(checkedZone())
                .setAutoProvisionShares(autoProvisionShares)
                .setSlurm(SlurmPriority.newBuilder().build())
                .build();
        PolicyReader.law(measure.getDecay());
        PolicyReader.rules(policy);
        PolicyReader.algorithm(policy);
        PolicyReader.reset(policy);
        return policy;
    }

    /** Algorithm and decay in words. */
    String inWords() {
        String decay = tenthLife != null
                ? "tenth-life " + tenthLife
                : Boolean.TRUE.equals(noDecay)
                        ? "no decay"
                        : "half-life " + (halfLife == null ? USUAL_HALF_LIFE : halfLife);
        return (algorithm == null ? AlgorithmName.FAIR_TREE.toString() : algorithm) + ", " + decay;
    }

    private Decay decay() {
        boolean never = Boolean.TRUE.equals(noDecay);
        if ((halfLife == null ? 0 : 1) + (tenthLife == null ? 0 : 1) + (never ? 1 : 0) > 1) {
            throw new IllegalArgumentException(
                    "policy: half-life, tenth-life and no-decay exclude each other; give one of them");
        }
        Decay.Builder decay = Decay.newBuilder();
        if (never) {
            return decay.setKind(DecayKind.NONE).build();
        }
        if (tenthLife != null) {
            return decay.setKind(DecayKind.TENTH_LIFE)
                    .setMillis(Durations.parse("tenth-life", tenthLife).toMillis())
                    .build();
        }
        Duration half = Durations.parse("half-life", halfLife == null ? USUAL_HALF_LIFE : halfLife);
        return decay.setKind(DecayKind.HALF_LIFE).setMillis(half.toMillis()).build();
    }

    private LinearResources linearResources() {
        String reading = resources == null ? "simple" : resources;
        return switch (reading) {
            case "simple" -> LinearResources.SIMPLE;
            case "aggregated" -> LinearResources.AGGREGATED;
            default ->
                throw new IllegalArgumentException("resources \"" + reading + "\": must be simple or aggregated");
        };
    }

    private String checkedZone() {
        String wanted = zone == null ? "UTC" : zone;
        try {
            return ZoneId.of(wanted).getId();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "zone \"%s\": must be a time zone such as UTC or Europe/Zurich", wanted),
                    e);
        }
    }
}
