package io.fairway.app.processor;

import io.fairway.app.serde.PolicyReader;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.policy.slurm.ResetPeriod;
import io.fairway.core.policy.slurm.ResetSchedule;
import io.fairway.core.usage.DecayLaw;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The measures of a domain as the versions of its policies define them. Every version states what its measure charges and
 * when it is reset, from the instant on from which the version holds; policies that name one measure share its usage, and
 * so have to agree.
 */
final class MeasureBook {
    private final Map<String, Measure> measures = new TreeMap<>();
    private final Map<String, ResetSchedule> resets = new HashMap<>();

    /** What a policy version says of its measure, as far as policies that share the measure must agree. */
    private record Definition(
            io.fairway.avro.Measure measure, String reset, String zone, Map<String, Double> usageFactors) {
        static Definition of(Policy policy) {
            Map<String, Double> factors = new HashMap<>();
            policy.getQos().forEach((name, qos) -> factors.put(name, qos.getUsageFactor()));
            factors.values().removeIf(factor -> factor == 1);
            return new Definition(policy.getMeasure(), policy.getUsageReset(), policy.getZone(), factors);
        }
    }

    /** Reads the measures of every version of every policy. */
    MeasureBook(Collection<? extends Map<Long, Policy>> versions) {
        Map<String, TreeMap<Long, Policy>> statements = new TreeMap<>();
        for (Map<Long, Policy> own : versions) {
            own.forEach((from, policy) -> statements
                    .computeIfAbsent(policy.getMeasure().getName(), m -> new TreeMap<>())
                    .merge(from, policy, (one, other) -> one.getState() == PolicyState.ACTIVE ? one : other));
        }
        statements.forEach((name, said) -> {
            TreeMap<Long, ChargingRules> rules = new TreeMap<>();
            TreeMap<Long, ResetPeriod> periods = new TreeMap<>();
            Policy before = null;
            for (Map.Entry<Long, Policy> entry : said.entrySet()) {
                Policy policy = entry.getValue();
                if (before != null
                        && before.getState() == PolicyState.ACTIVE
                        && policy.getState() == PolicyState.SHADOW) {
                    continue; // A shadow follows, it states nothing.
                }
                rules.put(entry.getKey(), PolicyReader.rules(policy));
                // A version that leaves the period as it is leaves its phase as it is, too.
                if (before == null || !goesOn(before, policy)) {
                    periods.put(entry.getKey(), PolicyReader.reset(policy));
                }
                before = policy;
            }
            io.fairway.avro.Measure first = said.firstEntry().getValue().getMeasure();
            DecayLaw law = PolicyReader.law(first.getDecay());
            measures.put(name, new Measure(name, law, PolicyReader.kind(first), rules));
            resets.put(name, new ResetSchedule(periods));
        });
    }

    Collection<Measure> measures() {
        return measures.values();
    }

    @Nullable
    Measure measure(String name) {
        return measures.get(name);
    }

    ResetSchedule resets(String measure) {
        return resets.getOrDefault(measure, ResetSchedule.NONE);
    }

    /**
     * Why a version cannot state what it states of its measure; null when it can.
     *
     * @param version the version
     * @param own the other versions of its policy
     * @param others the versions of the other policies
     */
    static @Nullable String problem(
            Policy version, Collection<Policy> own, Collection<NavigableMap<Long, Policy>> others) {
        String name = version.getMeasure().getName();
        String what = "measure " + name + " of policy " + version.getName() + " from " + version.getEffectiveFrom();
        for (Policy policy : own) {
            if (!policy.getMeasure().getName().equals(name)) {
                return what + ": the policy's other versions have the measure "
                        + policy.getMeasure().getName() + "; another measure needs another policy name, or a rebuild";
            }
        }
        List<Policy> all = new ArrayList<>(own);
        others.forEach(versions -> versions.values().stream()
                .filter(policy -> policy.getMeasure().getName().equals(name))
                .forEach(all::add));
        for (Policy policy : all) {
            DecayLaw law = PolicyReader.law(version.getMeasure().getDecay());
            DecayLaw known = PolicyReader.law(policy.getMeasure().getDecay());
            if (!law.equals(known)
                    || version.getMeasure().getKind() != policy.getMeasure().getKind()) {
                return what + ": " + version.getMeasure().getKind() + " decaying by " + law
                        + ", but it is known as " + policy.getMeasure().getKind() + " decaying by " + known
                        + "; give the measure another name";
            }
        }
        for (NavigableMap<Long, Policy> versions : others) {
            String clash = clash(version, own.isEmpty(), versions);
            if (clash != null) {
                return what + ": " + clash;
            }
        }
        return null;
    }

    private static @Nullable String clash(Policy version, boolean joins, NavigableMap<Long, Policy> other) {
        long from = version.getEffectiveFrom().toEpochMilli();
        Map.Entry<Long, Policy> entry = other.floorEntry(from);
        Policy inForce = (entry == null ? other.firstEntry() : entry).getValue();
        if (!inForce.getMeasure().getName().equals(version.getMeasure().getName())
                || Definition.of(version).equals(Definition.of(inForce))) {
            return joins ? resetByJoining(version, from, other) : null;
        }
        if (joins) {
            return "policy " + inForce.getName() + " defines it otherwise; define it alike, or give it another name";
        }
        if (version.getState() == PolicyState.SHADOW && inForce.getState() == PolicyState.ACTIVE) {
            return "a shadow does not change what the active policy " + inForce.getName()
                    + " charges; give it another name";
        }
        return inForce.getEffectiveFrom().toEpochMilli() == from
                ? "policy " + inForce.getName() + " defines it otherwise from the same instant"
                : null;
    }

    /** Who joins must not reset what others count: by NOW, or as the first from which an interval is counted. */
    private static @Nullable String resetByJoining(Policy version, long from, NavigableMap<Long, Policy> other) {
        boolean states = version.getState() != PolicyState.SHADOW;
        boolean now = states && version.getUsageReset().equalsIgnoreCase("NOW") && !other.containsKey(from);
        boolean phase = from < other.firstKey() && PolicyReader.reset(version) instanceof ResetPeriod.Interval;
        return now || phase
                ? "it would move the resets of policy "
                        + other.firstEntry().getValue().getName() + "; give the measure another name"
                : null;
    }

    private static boolean goesOn(Policy before, Policy now) {
        return !now.getUsageReset().equalsIgnoreCase("NOW")
                && now.getUsageReset().equals(before.getUsageReset())
                && Objects.equals(now.getZone(), before.getZone());
    }
}
