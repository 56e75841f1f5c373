package io.fairway.dispatcher.slurm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings that {@code scontrol show config} prints, and what they mean for numbers told by Fairway.
 *
 * @param values by Slurm's names in lower case
 */
record SlurmSettings(Map<String, String> values) {
    private static final List<String> WEIGHTS = List.of(
            "PriorityWeightAge",
            "PriorityWeightAssoc",
            "PriorityWeightFairShare",
            "PriorityWeightJobSize",
            "PriorityWeightPartition",
            "PriorityWeightQOS",
            "PriorityWeightTRES");

    /** Weights of which more jobs than a cluster queues still have room in the range. */
    private static final long SMALL = 10_000;

    SlurmSettings {
        values = Map.copyOf(values);
    }

    /** Reads the output; lines that are no settings are skipped. */
    static SlurmSettings parse(List<String> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.putIfAbsent(
                        line.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        line.substring(equals + 1).strip());
            }
        }
        return new SlurmSettings(values);
    }

    /** The name of the cluster; empty if Slurm does not say it. */
    String cluster() {
        return value("ClusterName");
    }

    /** The most that Slurm's own factors add to the priority of a job. */
    long ownFactors() {
        return WEIGHTS.stream().mapToLong(name -> weight(value(name))).sum();
    }

    /**
     * Why the numbers of Fairway would have no effect; empty if they have.
     */
    List<String> problems(SlurmParameter slurmParameter) {
        List<String> problems = new ArrayList<>();
        String type = value("PriorityType");
        if (slurmParameter.isAddedToOthers() && !type.isEmpty() && !type.equals("priority/multifactor")) {
            problems.add("PriorityType is " + type + " and must be priority/multifactor: otherwise "
                    + slurmParameter.parameter() + " does not count");
        }
        String plugin = value("PrioritySiteFactorPlugin");
        if (slurmParameter == SlurmParameter.SITE_FACTOR && !plugin.isEmpty() && !plugin.equals("site_factor/none")) {
            problems.add("PrioritySiteFactorPlugin is " + plugin
                    + " and must be empty: otherwise it replaces what Fairway sets");
        }
        return problems;
    }

    /** What may disturb the order. */
    List<String> warnings(SlurmParameter slurmParameter) {
        List<String> warnings = new ArrayList<>();
        if (!slurmParameter.isAddedToOthers()) {
            return warnings;
        }
        for (String name : WEIGHTS) {
            long weight = weight(value(name));
            if (weight > 0) {
                warnings.add(name + " is " + value(name) + " and should be 0: Slurm adds up to " + weight
                        + " to what Fairway sets, " + effect(weight));
            }
        }
        return warnings;
    }

    private static String effect(long weight) {
        return weight <= SMALL ? "and Fairway leaves greater gaps for it" : "which may change the order of long queues";
    }

    private String value(String name) {
        String value = values.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        return value.equals("(null)") ? "" : value;
    }

    /** A number, or a list like {@code CPU=1000,GRES/gpu=4000}; 0 for anything else. */
    private static long weight(String value) {
        long sum = 0;
        for (String part : value.split(",")) {
            String number = part.substring(part.indexOf('=') + 1).strip();
            if (number.matches("[0-9]{1,10}")) {
                sum += Long.parseLong(number);
            }
        }
        return sum;
    }
}
