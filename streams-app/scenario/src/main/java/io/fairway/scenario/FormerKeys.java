package io.fairway.scenario;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys of scenario files before they took the words of records: each is refused with what says it now. */
final class FormerKeys {
    private static final Map<String, String> OF_SCENARIOS = keys("""
            tree: shares, with the name of the tree above the accounts
            history: runs, with started, ended and allocatedTres
            cluster: nodes, processors, partitions and qos of the policy
            use: usage, by tree and ACCOUNT/USER, in seconds
            queues: lsf.queues of the policy
            applications: lsf.applicationChunkSizes of the policy
            host-partitions: lsf.hostPartitions of the policy
            pools: lsf.poolSlots of the policy, or hosts
            user-shares: shares; fairway import lsf makes them
            users: shares; fairway import lsf makes them
            groups: shares; fairway import lsf makes them
            system: processors of the policy, and moab.mem, moab.swap and moab.disk
            imported: remoteUsage
            """);

    private static final Map<String, String> OF_POLICIES = keys("""
            family: algorithm: lsf-dynamic, moab-targets, or one of Slurm's
            half-life: measure.decay, such as {kind: half-life, millis: 7d}
            calc-period: measure.decay, such as {kind: slurm-tick, millis: 7d, periodMillis: 5m}
            calc-phase: measure.decay.phaseMillis
            usage-reset: usageReset
            effective-from: effectiveFrom
            available: processors
            billing-weights: measure.billing
            max-tres: measure.maxTres
            max-tres-gres: measure.maxTresGres
            weights: slurm.weightAge, slurm.weightFairshare ...
            weight-tres: slurm.weightTres
            compatible: slurm.compatible
            max-age: slurm.maxAgeSeconds
            favor-small: slurm.favorSmall
            flags: slurm.flags
            enforce-limits: slurm.enforceLimits
            dialect: slurm.dialect or moab.dialect
            cluster: lsf.cluster
            queue: parameters of one of lsf.queues
            gpu-history: lsf.gpuHistory
            user-requeue: lsf.userRequeue
            multicluster: lsf.multicluster
            adjustment: lsf.adjustment, lsf.slotMemory and lsf.adjustmentSettings
            decay-step-seconds: lsf.decayStepSeconds
            decay-phase-seconds: lsf.decayPhaseSeconds
            scope: lsf.queues with fairshare and fairshareQueues, or lsf.hostPartitions
            readings: moab.readings
            parameters: moab.parameters
            """);

    private FormerKeys() {}

    private static Map<String, String> keys(String lines) {
        Map<String, String> keys = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            keys.put(line.substring(0, colon), line.substring(colon + 2));
        });
        return keys;
    }

    /**
     * Looks for them.
     *
     * @throws IllegalArgumentException with file, line and what says it now, if there is one
     */
    static void refuse(YamlMap scenario, Map<String, YamlMap> policies) {
        policies.values().forEach(policy -> refuseIn(policy, OF_POLICIES));
        refuseIn(scenario, OF_SCENARIOS);
    }

    private static void refuseIn(YamlMap map, Map<String, String> keys) {
        keys.forEach((former, now) -> {
            YamlValue found = map.former(former);
            if (found != null) {
                throw found.wrong("was a key of scenarios; it is now " + now);
            }
        });
    }
}
