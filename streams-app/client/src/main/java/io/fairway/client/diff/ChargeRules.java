package io.fairway.client.diff;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a Slurm charges, by what {@code scontrol show config} prints. slurmctld charges running jobs at a pass each
 * PriorityCalcPeriod. The rest of a run, from the last pass to its end, it charges when the job ends, but only where
 * AccountingStorageEnforce has {@code limits}, which {@code safe} and {@code all} imply: so it was seen on Slurm 22.05.8.
 *
 * @param enforce AccountingStorageEnforce; empty if unknown
 * @param period PriorityCalcPeriod as Slurm prints it; empty if unknown
 */
public record ChargeRules(String enforce, String period) {
    /** Nothing is known. */
    public static final ChargeRules UNKNOWN = new ChargeRules("", "");

    private static final List<String> LIMITS = List.of("limits", "safe", "all");

    /** Reads the output; lines that are no settings are skipped. */
    public static ChargeRules parse(List<String> lines) {
        Map<String, String> values = new HashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.putIfAbsent(
                        line.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        line.substring(equals + 1).strip());
            }
        }
        return new ChargeRules(
                values.getOrDefault("accountingstorageenforce", ""), values.getOrDefault("prioritycalcperiod", ""));
    }

    /** Whether it is known that the rest of a run is not charged. */
    boolean leavesOutEnds() {
        return !enforce.isEmpty() && LIMITS.stream().noneMatch(enforce.toLowerCase(Locale.ROOT)::contains);
    }

    /** The period in words. */
    String each() {
        return "PriorityCalcPeriod" + (period.isEmpty() ? "" : " (" + period + ")");
    }
}
