package io.fairway.dispatcher.order;

import io.fairway.avro.Algorithm;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the policy that orders a domain: the active one. Among several, the latest to come into force; among those,
 * the first by name.
 */
final class PolicyChoice {
    private record Version(String key, Policy policy) {
        boolean weighsBypass() {
            MoabPolicy moab = policy.getMoab();
            return policy.getAlgorithm() == Algorithm.MOAB_TARGETS
                    && moab != null
                    && moab.getParameters().entrySet().stream()
                            .anyMatch(parameter ->
                                    BYPASS.matcher(parameter.getKey()).matches()
                                            && !parameter.getValue().trim().equals("0"));
        }
    }

    /** Of all partitions, or of one. */
    private static final Pattern BYPASS = Pattern.compile("(?i)BYPASSWEIGHT(\\[.*])?");

    private final Map<String, NavigableMap<Long, Version>> versions = new TreeMap<>();
    private final Map<String, Policy> byKey = new HashMap<>();

    /** Applies a version of a policy; null removes the version of the key. */
    void apply(String key, @Nullable Policy policy) {
        Policy before = policy == null ? byKey.remove(key) : byKey.put(key, policy);
        if (before != null) {
            NavigableMap<Long, Version> same = versions.get(before.getName());
            if (same != null) {
                same.values().removeIf(version -> version.key().equals(key));
            }
        }
        if (policy != null) {
            versions.computeIfAbsent(policy.getName(), name -> new TreeMap<>())
                    .put(policy.getEffectiveFrom().toEpochMilli(), new Version(key, policy));
        }
    }

    /** The name of the policy that decides at an instant; null if none is active. */
    @Nullable
    String at(long now) {
        String chosen = null;
        long since = Long.MIN_VALUE;
        for (Map.Entry<String, NavigableMap<Long, Version>> policy : versions.entrySet()) {
            Map.Entry<Long, Version> inForce = inForce(policy.getValue(), now);
            if (inForce != null
                    && inForce.getValue().policy().getState() == PolicyState.ACTIVE
                    && (chosen == null || (inForce.getKey() <= now && inForce.getKey() > since))) {
                chosen = policy.getKey();
                since = inForce.getKey() <= now ? inForce.getKey() : Long.MIN_VALUE;
            }
        }
        return chosen;
    }

    /** The version of a policy that is in force at an instant; null if there is none. */
    @Nullable
    Policy at(String name, long now) {
        NavigableMap<Long, Version> own = versions.get(name);
        Map.Entry<Long, Version> inForce = own == null ? null : inForce(own, now);
        return inForce == null ? null : inForce.getValue().policy();
    }

    /** Whether a policy that is evaluated at an instant counts how often a job was overtaken. */
    boolean weighsBypass(long now) {
        for (NavigableMap<Long, Version> policy : versions.values()) {
            Map.Entry<Long, Version> inForce = inForce(policy, now);
            if (inForce != null
                    && inForce.getValue().policy().getState() != PolicyState.RETIRED
                    && inForce.getValue().weighsBypass()) {
                return true;
            }
        }
        return false;
    }

    /** The version in force. Before the first one begins, the first one, which is how the application evaluates it. */
    private static Map.@Nullable Entry<Long, Version> inForce(NavigableMap<Long, Version> versions, long now) {
        Map.Entry<Long, Version> begun = versions.floorEntry(now);
        return begun == null ? versions.firstEntry() : begun;
    }
}
