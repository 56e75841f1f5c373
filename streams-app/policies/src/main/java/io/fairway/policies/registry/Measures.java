package io.fairway.policies.registry;

import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.ResetPeriod;
import io.fairway.core.usage.ResetSchedule;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.family.MeasureDefinition;
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
 * The measures of a domain, as the versions of its policies define them. Every version states the charges and the
 * resets of its measure and how it decays, from the instant at which the version begins. Policies that name the same measure share its
 * usage, so their statements must agree.
 */
public final class Measures {
    private final Map<String, Measure> measures = new TreeMap<>();
    private final Map<String, MeasureDefinition> last = new HashMap<>();
    private final Map<String, ResetSchedule> resets = new HashMap<>();

    /** A policy version's statement of one measure. */
    private record Stated(Policy policy, MeasureDefinition measureDefinition) {}

    /** Reads the measures of every version of every policy. */
    public Measures(Collection<? extends Map<Long, Policy>> versions) {
        Map<String, TreeMap<Long, Stated>> statements = new TreeMap<>();
        for (Map<Long, Policy> own : versions) {
            own.forEach((from, policy) -> PolicyFamilies.of(policy)
                    .measures()
                    .forEach(measureDefinition -> statements
                            .computeIfAbsent(measureDefinition.name(), m -> new TreeMap<>())
                            .merge(
                                    from,
                                    new Stated(policy, measureDefinition),
                                    (one, other) -> one.policy().getState() == PolicyState.ACTIVE ? one : other)));
        }
        statements.forEach((name, stated) -> {
            TreeMap<Long, ChargingRules> rules = new TreeMap<>();
            TreeMap<Long, DecayLaw> laws = new TreeMap<>();
            TreeMap<Long, ResetPeriod> periods = new TreeMap<>();
            Policy before = null;
            boolean keepsBypassed = false;
            for (Map.Entry<Long, Stated> entry : stated.entrySet()) {
                Policy policy = entry.getValue().policy();
                keepsBypassed |= entry.getValue().measureDefinition().keepsBypassed();
                if (before != null
                        && before.getState() == PolicyState.ACTIVE
                        && policy.getState() == PolicyState.SHADOW) {
                    continue; // a shadow follows, it states nothing
                }
                rules.put(entry.getKey(), entry.getValue().measureDefinition().rules());
                laws.put(entry.getKey(), entry.getValue().measureDefinition().law());
                // A version that keeps the period keeps its phase, too.
                if (entry.getValue().measureDefinition().isReset() && (before == null || !goesOn(before, policy))) {
                    periods.put(entry.getKey(), PolicyReader.reset(policy));
                }
                before = policy;
            }
            MeasureDefinition measureDefinition = stated.lastEntry().getValue().measureDefinition();
            last.put(name, measureDefinition);
            measures.put(name, new Measure(name, DecayLaws.of(laws), measureDefinition.kind(), keepsBypassed, rules));
            resets.put(name, new ResetSchedule(periods));
        });
    }

    /** The newest version's statement of a known measure. */
    public MeasureDefinition statement(Measure measure) {
        return Objects.requireNonNull(last.get(measure.name()));
    }

    public Collection<Measure> measures() {
        return measures.values();
    }

    public @Nullable Measure measure(String name) {
        return measures.get(name);
    }

    public ResetSchedule resets(String measure) {
        return resets.getOrDefault(measure, ResetSchedule.NONE);
    }

    /** A measure with more decay laws than {@link DecayLaws#MOST}, and more than before; null if there is none. */
    public @Nullable Measure withTooManyLaws(Measures before) {
        for (Measure measure : measures.values()) {
            Measure old = before.measure(measure.name());
            int laws = measure.laws().size();
            if (laws > DecayLaws.MOST && (old == null || laws > old.laws().size())) {
                return measure;
            }
        }
        return null;
    }

    /**
     * The measure whose usage up to an instant would have decayed by other laws than under other versions; null if
     * there is none. Charges up to then are made.
     *
     * @param through epoch milliseconds
     */
    public @Nullable Measure decayingOtherwise(Measures other, long through) {
        for (Measure measure : measures.values()) {
            Measure same = other.measure(measure.name());
            if (same != null && !measure.laws().isSameThrough(same.laws(), through)) {
                return measure;
            }
        }
        return null;
    }

    /**
     * The reason why a version cannot make its statement; null if it can.
     *
     * @param version the version
     * @param own the other versions of its policy
     * @param others the versions of the other policies
     */
    public static @Nullable String problem(
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
        others.forEach(versions -> all.addAll(versions.values()));
        Map<String, MeasureDefinition> stated = statements(version);
        for (Policy policy : all) {
            for (MeasureDefinition definition : PolicyFamilies.of(policy).measures()) {
                MeasureDefinition measureDefinition = stated.get(definition.name());
                if (measureDefinition != null && !measureDefinition.isOfSameKind(definition)) {
                    return what + ": " + measureDefinition.inWords() + ", but it is known as " + definition.inWords()
                            + "; give the measure another name";
                }
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
        Map<String, MeasureDefinition> shared = statements(inForce);
        Map<String, MeasureDefinition> own = statements(version);
        shared.keySet().retainAll(own.keySet());
        own.keySet().retainAll(shared.keySet());
        if (shared.isEmpty()) {
            return null;
        }
        if (resets(version).equals(resets(inForce))
                && own.values().stream()
                        .allMatch(measureDefinition -> measureDefinition.isDefinedAs(
                                Objects.requireNonNull(shared.get(measureDefinition.name()))))) {
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

    private static Map<String, MeasureDefinition> statements(Policy policy) {
        Map<String, MeasureDefinition> statements = new TreeMap<>();
        PolicyFamilies.of(policy)
                .measures()
                .forEach(measureDefinition -> statements.put(measureDefinition.name(), measureDefinition));
        return statements;
    }

    private static List<String> resets(Policy policy) {
        return List.of(policy.getUsageReset(), policy.getZone());
    }

    /**
     * A joining policy must not reset usage that others count: neither by NOW, nor as the first one from which an
     * interval counts.
     */
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
