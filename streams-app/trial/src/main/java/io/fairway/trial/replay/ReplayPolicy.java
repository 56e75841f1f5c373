package io.fairway.trial.replay;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.SlurmPriority;
import io.fairway.policies.avro.AlgorithmName;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.Durations;
import io.fairway.policies.yaml.YamlValue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a replay, from options or from a file for {@code fairway policy apply}.
 *
 * @param template the policy without its domain; it begins with the first event
 */
record ReplayPolicy(Policy template) {
    private static final String NAME = "replay";
    private static final String USUAL_HALF_LIFE = "7d";

    /**
     * The policy on the command line; null stands for the default.
     *
     * @param algorithm see {@link AlgorithmName}: fair-tree
     * @param halfLife such as 7d: usage halves in that time; default 7d, unless one of the three decays is given
     * @param tenthLife such as 5h: usage falls to a tenth in that time (LSF's HIST_HOURS)
     * @param noDecay whether usage never decays
     * @param processors processors of the machine, for linear; default the most that ran at once
     * @throws IllegalArgumentException naming the value and the rule, if it cannot be evaluated
     */
    static ReplayPolicy ofOptions(
            @Nullable String algorithm,
            @Nullable String halfLife,
            @Nullable String tenthLife,
            boolean noDecay,
            @Nullable Long processors) {
        return new ReplayPolicy(Policy.newBuilder()
                .setDomain("")
                .setName(NAME)
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder()
                        .setName("processors")
                        .setDecay(decay(halfLife, tenthLife, noDecay))
                        .build())
                .setAlgorithm((algorithm == null ? AlgorithmName.FAIR_TREE : AlgorithmName.of(algorithm)).algorithm())
                .setProcessors(processors == null ? 0 : processors)
                .setSlurm(SlurmPriority.newBuilder().build())
                .build());
    }

    /**
     * Reads a file; it may leave out domain, name and effectiveFrom.
     *
     * @throws IllegalArgumentException naming file, line, value and rule, if it cannot be read
     */
    static ReplayPolicy read(Path file) {
        Map<String, Object> otherwise = Map.of("domain", "", "name", NAME, "effectiveFrom", 0L);
        return new ReplayPolicy(PolicyYaml.read(YamlValue.read(file), otherwise));
    }

    /**
     * The policy of one domain.
     *
     * @param first the first event, with which it begins
     * @param peak the most processors that the domain used at once; those of the machine, if the policy gives none
     * @throws IllegalArgumentException naming the value and the rule, if it cannot be evaluated
     */
    Policy of(String domain, Instant first, long peak) {
        Policy policy = Policy.newBuilder(template)
                .setDomain(domain)
                .setEffectiveFrom(first)
                .setProcessors(template.getProcessors() == 0 ? peak : template.getProcessors())
                .build();
        PolicyFamilies.check(policy);
        return policy;
    }

    /** The same policies; of the active ones only the first decides, as the application demands. Shadows have the same numbers. */
    static List<ReplayPolicy> oneActive(List<ReplayPolicy> policies) {
        List<ReplayPolicy> result = new ArrayList<>();
        boolean decided = false;
        for (ReplayPolicy each : policies) {
            boolean active = each.template().getState() == PolicyState.ACTIVE;
            result.add(
                    active && decided
                            ? new ReplayPolicy(Policy.newBuilder(each.template())
                                    .setState(PolicyState.SHADOW)
                                    .build())
                            : each);
            decided |= active;
        }
        return result;
    }

    String name() {
        return template.getName();
    }

    /** Algorithm and decay in words. */
    String inWords() {
        if (template.getLsf() != null || template.getMoab() != null) {
            return template.getAlgorithm().toString().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        Decay decay = template.getMeasure().getDecay();
        String kind = decay.getKind().toString().toLowerCase(Locale.ROOT).replace('_', '-');
        return template.getAlgorithm().toString().toLowerCase(Locale.ROOT).replace('_', '-')
                + ", "
                + (decay.getKind() == DecayKind.NONE ? "no decay" : kind + " " + Durations.text(decay.getMillis()));
    }

    private static Decay decay(@Nullable String halfLife, @Nullable String tenthLife, boolean never) {
        if ((halfLife == null ? 0 : 1) + (tenthLife == null ? 0 : 1) + (never ? 1 : 0) > 1) {
            throw new IllegalArgumentException("policy: give only one of half-life, tenth-life and no-decay");
        }
        if (never) {
            return Decay.newBuilder().setKind(DecayKind.NONE).build();
        }
        return tenthLife == null
                ? decay(DecayKind.HALF_LIFE, "half-life", halfLife == null ? USUAL_HALF_LIFE : halfLife)
                : decay(DecayKind.TENTH_LIFE, "tenth-life", tenthLife);
    }

    private static Decay decay(DecayKind kind, String name, String length) {
        return Decay.newBuilder()
                .setKind(kind)
                .setMillis(Durations.parse(name, length).toMillis())
                .build();
    }
}
