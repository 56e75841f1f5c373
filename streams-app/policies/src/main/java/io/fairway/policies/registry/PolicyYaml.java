package io.fairway.policies.registry;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files of policies. What a file leaves out has the default that the documents of its scheduler give, and the record that is
 * published says every such value. Records that other programs publish keep the defaults of the schema: what stands in a topic
 * does not change its meaning.
 */
public final class PolicyYaml {
    /** PriorityDecayHalfLife of slurm.conf(5): 7-0. */
    static final long HALF_LIFE_MILLIS = 7 * 86_400_000L;

    private PolicyYaml() {}

    /**
     * Reads a file and checks it, as the application would.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read, or would be refused
     */
    public static Policy read(YamlMap file) {
        Policy policy = read(file, Map.of());
        PolicyFamilies.check(policy);
        return policy;
    }

    /**
     * Reads a file that may leave out more.
     *
     * @param otherwise the values of missing fields, as Avro's generic values
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    public static Policy read(YamlMap file, Map<String, Object> otherwise) {
        Policy policy = RecordYaml.read(file, Policy.getClassSchema(), Policy.class, otherwise);
        YamlValue measure = file.find("measure");
        boolean saysDecay = measure != null && measure.entries().containsKey("decay");
        if (!saysDecay && isSlurms(policy)) {
            Decay halfLife = Decay.newBuilder()
                    .setKind(DecayKind.HALF_LIFE)
                    .setMillis(HALF_LIFE_MILLIS)
                    .build();
            policy.getMeasure().setDecay(halfLife);
        }
        return explicit(policy);
    }

    /** A policy as a file that {@link #read} takes for the same. It always says state, algorithm and decay. */
    public static Map<String, Object> write(Policy policy) {
        Map<String, Object> written = RecordYaml.write(explicit(policy));
        Map<String, Object> measure = new LinkedHashMap<>();
        ((Map<?, ?>) written.getOrDefault("measure", Map.of()))
                .forEach((key, value) -> measure.put((String) key, value));
        if (isSlurms(policy)) {
            measure.putIfAbsent("decay", Map.of("kind", DecayKind.NONE.toString()));
        }
        Map<String, Object> file = new LinkedHashMap<>();
        List.of("domain", "name", "effectiveFrom").forEach(key -> file.put(key, written.getOrDefault(key, "")));
        file.put("state", policy.getState().toString());
        file.put("algorithm", policy.getAlgorithm().toString());
        file.put("measure", measure);
        written.forEach(file::putIfAbsent);
        return file;
    }

    /** A policy of the same meaning that leaves no default of its scheduler unsaid. */
    public static Policy explicit(Policy policy) {
        Policy.Builder said = Policy.newBuilder(policy);
        return switch (policy.getAlgorithm()) {
            case FIFO, LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM ->
                said.setSlurm(explicit(policy.getSlurm())).build();
            case LSF_DYNAMIC -> said.setLsf(explicit(policy.getLsf())).build();
            case MOAB_TARGETS -> said.setMoab(explicit(policy.getMoab())).build();
            case UNKNOWN -> said.build();
        };
    }

    private static boolean isSlurms(Policy policy) {
        return switch (policy.getAlgorithm()) {
            case FIFO, LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM -> true;
            case LSF_DYNAMIC, MOAB_TARGETS, UNKNOWN -> false;
        };
    }

    private static SlurmPriority explicit(@Nullable SlurmPriority section) {
        SlurmPriority given = section == null ? SlurmPriority.newBuilder().build() : section;
        MultifactorParameters.Weights weights = PolicyReader.parameters(given).weights();
        return SlurmPriority.newBuilder(given)
                .setWeightAge(weights.age())
                .setWeightAssociation(weights.association())
                .setWeightFairshare(weights.fairshare())
                .setWeightJobSize(weights.jobSize())
                .setWeightPartition(weights.partition())
                .setWeightQos(weights.qos())
                .build();
    }

    /** A parameter that is not defined by default stays so: its term exists only where somebody defines it. */
    private static LsfPolicy explicit(@Nullable LsfPolicy section) {
        LsfPolicy given = section == null ? LsfPolicy.newBuilder().build() : section;
        Map<String, String> cluster = new TreeMap<>(given.getCluster());
        for (LsfParameter parameter : LsfParameter.values()) {
            if (!Double.isNaN(parameter.initial())) {
                cluster.putIfAbsent(parameter.name(), parameter.write(parameter.initial()));
            }
        }
        return LsfPolicy.newBuilder(given).setCluster(new HashMap<>(cluster)).build();
    }

    /** Its windows; without FSPOLICY there are none. */
    private static MoabPolicy explicit(@Nullable MoabPolicy section) {
        MoabPolicy given = section == null ? MoabPolicy.newBuilder().build() : section;
        Map<String, String> parameters = new HashMap<>(given.getParameters());
        TreeSet<String> said = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        said.addAll(parameters.keySet()); // a name that is there twice, in other letters, stays: it is refused
        if (said.contains("FSPOLICY")) {
            boolean maui = given.getDialect().equalsIgnoreCase("MAUI");
            FairshareSettings defaults = FairshareSettings.of(maui ? MoabDialect.MAUI : MoabDialect.MOAB);
            Map<String, String> unsaid = new HashMap<>();
            unsaid.put("FSINTERVAL", defaults.windowing().intervalMillis() / 3_600_000 + ":00:00");
            unsaid.put("FSDEPTH", Integer.toString(defaults.windowing().depth()));
            unsaid.put("FSDECAY", Double.toString(defaults.decay()));
            unsaid.keySet().removeIf(said::contains);
            parameters.putAll(unsaid);
        }
        return MoabPolicy.newBuilder(given).setParameters(parameters).build();
    }
}
