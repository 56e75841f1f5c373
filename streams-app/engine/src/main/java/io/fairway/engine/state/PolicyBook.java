package io.fairway.engine.state;

import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.ResetSchedule;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.Measures;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.records.StoredRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The policies of one domain: all their versions, the versions in force, and the measures that they share. */
public final class PolicyBook {
    private TreeMap<String, TreeMap<Long, Policy>> versions = new TreeMap<>();
    private final TreeMap<String, ActivePolicy> inForce = new TreeMap<>();
    private Measures measures = new Measures(List.of());
    private long changes;

    /** The decision about a version: the reason of a refusal, or the change, which is null if there is none. */
    public record Decision(@Nullable String problem, Change.@Nullable PolicyVersion change) {
        private static final Decision NOTHING_NEW = new Decision(null, null);

        private static Decision refused(String problem) {
            return new Decision(problem, null);
        }
    }

    /**
     * Replays the stored versions.
     *
     * @param last the book of the last reading, which is taken over if no version changed since; null = none
     * @return whether the versions differ from those of the last reading
     */
    boolean restore(
            StateStores<?, ?> stores, DecodeCache decodeCache, @Nullable PolicyBook last, Consumer<Change> replay) {
        List<Change.PolicyVersion> stored = new ArrayList<>();
        boolean changed = decodeCache.forEach(
                stores.get(Stores.POLICIES),
                Change.PolicyVersion.class,
                (key, bytes) -> {
                    Policy policy = StoredRecords.policy(bytes);
                    return new Change.PolicyVersion(
                            policy.getName(), policy.getEffectiveFrom().toEpochMilli(), policy);
                },
                stored::add);
        if (!changed && last != null) {
            versions = last.versions;
            measures = last.measures;
            inForce.putAll(last.inForce);
        } else {
            stored.forEach(replay);
        }
        return changed;
    }

    /** Takes a change into memory. {@link #bringTo} must follow after the last one. */
    void replay(Change.PolicyVersion version) {
        TreeMap<Long, Policy> own = versions.computeIfAbsent(version.name(), name -> new TreeMap<>());
        if (version.policy() == null) {
            own.remove(version.from());
        } else {
            own.put(version.from(), version.policy());
        }
    }

    /** Reads the measures of all versions anew. */
    void readMeasures() {
        measures = new Measures(versions.values());
    }

    /**
     * Decides about a version, or its removal.
     *
     * @param appliedThrough no fact later than this was applied; nothing that holds up to then may change
     * @param clock the domain's clock; runs may be charged up to then, and no decay law that holds up to then may change
     */
    public Decision decide(Inbound.PolicyVersion version, long appliedThrough, long clock) {
        TreeMap<Long, Policy> before = versions.getOrDefault(version.name(), new TreeMap<>());
        Policy policy = version.policy();
        if (Objects.equals(before.get(version.effectiveFrom()), policy)) {
            return Decision.NOTHING_NEW;
        }
        // A refused edit is the newest record of its key, and compaction removes the one that is in force.
        String topic = before.containsKey(version.effectiveFrom())
                ? ". The topic has this record nevertheless, and a rebuild would go by it: send the version that is in"
                        + " force again"
                : "";
        long settled = settledThrough(before, appliedThrough);
        if (version.effectiveFrom() <= settled) {
            return Decision.refused(
                    "policy " + version.name() + " from " + Instant.ofEpochMilli(version.effectiveFrom())
                            + ": events may be applied up to " + Instant.ofEpochMilli(settled)
                            + "; let it hold from a later instant, or rebuild" + topic);
        }
        if (policy != null) {
            TreeMap<Long, Policy> others = new TreeMap<>(before);
            others.remove(version.effectiveFrom());
            String problem = problem(policy, others.values());
            if (problem != null) {
                return Decision.refused(problem + topic);
            }
        }
        String twice = secondActive(version, before);
        if (twice != null) {
            return Decision.refused(twice + topic);
        }
        Measures then = with(version, before);
        Measure many = then.withTooManyLaws(measures);
        if (many != null) {
            return Decision.refused("policy " + version.name() + " from "
                    + Instant.ofEpochMilli(version.effectiveFrom())
                    + ": measure " + many.name() + " would have " + many.laws().size()
                    + " decay laws, must be at most " + DecayLaws.MOST
                    + "; another law needs a policy and a measure of other names" + topic);
        }
        String decayed = decayedAlready(version, then, appliedThrough, clock);
        if (decayed != null) {
            return Decision.refused(decayed + topic);
        }
        return new Decision(null, new Change.PolicyVersion(version.name(), version.effectiveFrom(), policy));
    }

    /** The measures with a version, or without it. */
    private Measures with(Inbound.PolicyVersion version, NavigableMap<Long, Policy> before) {
        TreeMap<String, TreeMap<Long, Policy>> all = new TreeMap<>(versions);
        TreeMap<Long, Policy> own = new TreeMap<>(before);
        if (version.policy() == null) {
            own.remove(version.effectiveFrom());
        } else {
            own.put(version.effectiveFrom(), version.policy());
        }
        all.put(version.name(), own);
        return new Measures(all.values());
    }

    /** The reason why a decay law comes too late; null if it does not. */
    private @Nullable String decayedAlready(
            Inbound.PolicyVersion version, Measures then, long appliedThrough, long clock) {
        if (appliedThrough == Long.MIN_VALUE) {
            return null;
        }
        long through = Math.max(appliedThrough, clock);
        Measure measure = measures.decayingOtherwise(then, through);
        return measure == null
                ? null
                : "policy " + version.name() + " from " + Instant.ofEpochMilli(version.effectiveFrom())
                        + ": it changes how measure " + measure.name() + " decays, and usage has decayed up to "
                        + Instant.ofEpochMilli(through) + "; let it hold from a later instant, or rebuild";
    }

    /**
     * The reason why another policy would be ACTIVE at the same time; null if none would. Only the stretch that the version
     * changes is looked at, so that a state in which two are ACTIVE can be mended step by step.
     */
    private @Nullable String secondActive(Inbound.PolicyVersion version, NavigableMap<Long, Policy> before) {
        long from = version.effectiveFrom();
        Policy holding = version.policy() != null ? version.policy() : valueOf(before.lowerEntry(from));
        if (!isActive(holding) || isActive(valueOf(before.floorEntry(from)))) {
            return null;
        }
        Long end = before.higherKey(from);
        for (Map.Entry<String, TreeMap<Long, Policy>> other : versions.entrySet()) {
            if (other.getKey().equals(version.name())) {
                continue;
            }
            Long first = other.getValue().floorKey(from);
            NavigableMap<Long, Policy> meanwhile = other.getValue().tailMap(first == null ? from : first, true);
            for (Map.Entry<Long, Policy> each : meanwhile.entrySet()) {
                if ((end == null || each.getKey() < end) && isActive(each.getValue())) {
                    return twoActive(version, other.getKey(), each.getKey());
                }
            }
        }
        return null;
    }

    private static String twoActive(Inbound.PolicyVersion version, String other, long since) {
        String named = "policy " + version.name() + " from " + Instant.ofEpochMilli(version.effectiveFrom());
        Instant both = Instant.ofEpochMilli(Math.max(since, version.effectiveFrom()));
        return named
                + (version.policy() == null ? ": without it, " + version.name() + " would be ACTIVE" : ": is ACTIVE")
                + " at the same time as policy " + other + " from " + Instant.ofEpochMilli(since)
                + "; a domain has one. First send a version of " + other + " from " + both
                + " with state SHADOW or RETIRED, then send " + named + " again";
    }

    private static boolean isActive(@Nullable Policy policy) {
        return policy != null && policy.getState() == PolicyState.ACTIVE;
    }

    private static @Nullable Policy valueOf(Map.@Nullable Entry<Long, Policy> entry) {
        return entry == null ? null : entry.getValue();
    }

    /**
     * The instant through which the versions of a policy can no longer change. The first version of a measure also
     * holds before its own beginning: facts were charged by it.
     */
    private long settledThrough(NavigableMap<Long, Policy> before, long appliedThrough) {
        if (before.isEmpty() || appliedThrough == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long settled = appliedThrough;
        for (MeasureDefinition measureDefinition :
                PolicyFamilies.of(before.firstEntry().getValue()).measures()) {
            Measure charged = measures.measure(measureDefinition.name());
            settled = charged == null
                    ? settled
                    : Math.max(settled, charged.history().firstKey());
        }
        return settled;
    }

    private @Nullable String problem(Policy policy, Collection<Policy> own) {
        try {
            PolicyFamilies.check(policy);
        } catch (IllegalArgumentException wrong) {
            return String.valueOf(wrong.getMessage());
        }
        List<NavigableMap<Long, Policy>> others = new ArrayList<>();
        versions.forEach((name, other) -> {
            if (!name.equals(policy.getName()) && !other.isEmpty()) {
                others.add(other);
            }
        });
        return Measures.problem(policy, own, others);
    }

    /**
     * Brings into force the versions that hold at an instant. A version that stays in force stays the same object.
     *
     * @return the policies that changed, came or left
     */
    @SuppressWarnings("ReferenceEquality") // a version is stored once
    Set<String> bringTo(long now) {
        Set<String> changed = new TreeSet<>(inForce.keySet());
        versions.forEach((name, own) -> {
            Map.Entry<Long, Policy> entry = own.floorEntry(now);
            ActivePolicy last = inForce.get(name);
            if (entry == null || entry.getValue().getState() == PolicyState.RETIRED) {
                inForce.remove(name);
            } else if (last != null && last.current() == entry.getValue()) {
                changed.remove(name);
            } else {
                inForce.put(name, ActivePolicy.of(entry.getValue()));
                changed.add(name);
            }
        });
        changes++;
        return changed;
    }

    /** The sizes that versions in force need and do not have, in words. They came before anybody refused such a version. */
    List<String> missingSizes() {
        return inForce.values().stream()
                .flatMap(policy -> policy.family().missingSizes().stream()
                        .map(missing -> "policy " + policy.name() + ": " + missing + " in a new version"))
                .toList();
    }

    /** A number that differs after each change of the versions in force. */
    long changes() {
        return changes;
    }

    /** The policies to evaluate for a share tree. */
    public List<ActivePolicy> of(String tree) {
        List<ActivePolicy> own = new ArrayList<>();
        List<ActivePolicy> ofNamedTrees = new ArrayList<>();
        boolean scoped = false;
        for (ActivePolicy policy : inForce.values()) {
            if (policy.family().scopes().contains(tree)) {
                scoped = true;
                own.add(policy);
            } else if (policy.family().readsNamedTrees()) {
                ofNamedTrees.add(policy);
            }
        }
        return List.copyOf(scoped ? own : ofNamedTrees);
    }

    /** The share trees that a policy in force has for itself. */
    public Set<String> scopes() {
        Set<String> scopes = new TreeSet<>();
        inForce.values().forEach(policy -> scopes.addAll(policy.family().scopes()));
        return scopes;
    }

    /** The association whose fairshare counts for a job, under each policy in force. */
    List<CurrentJob.Membership> memberships(JobKey job, JobAttributes attributes) {
        List<CurrentJob.Membership> memberships = new ArrayList<>(inForce.size());
        for (ActivePolicy policy : inForce.values()) {
            memberships.add(new CurrentJob.Membership(policy, policy.family().association(job, attributes)));
        }
        return memberships;
    }

    /** The associations that a job belongs to, under one policy or another. */
    public Set<NodeId> associations(JobKey job, JobAttributes attributes) {
        Set<NodeId> associations = new LinkedHashSet<>();
        for (ActivePolicy policy : inForce.values()) {
            NodeId association = policy.family().association(job, attributes);
            if (association != null) {
                associations.add(association);
            }
        }
        return associations;
    }

    /** The statement of a known measure. */
    public MeasureDefinition statement(Measure measure) {
        return measures.statement(measure);
    }

    /** The policies to evaluate, by name. */
    public Collection<ActivePolicy> inForce() {
        return inForce.values();
    }

    public boolean isInForce(String policy) {
        return inForce.containsKey(policy);
    }

    public Collection<Measure> measures() {
        return measures.measures();
    }

    /** The decay laws of every measure. */
    public Map<String, DecayLaws> laws() {
        Map<String, DecayLaws> laws = new TreeMap<>();
        measures.measures().forEach(measure -> laws.put(measure.name(), measure.laws()));
        return laws;
    }

    @Nullable
    public Measure measure(String name) {
        return measures.measure(name);
    }

    public ResetSchedule resets(String measure) {
        return measures.resets(measure);
    }

    /** The instants from which the versions of a policy hold. */
    public NavigableSet<Long> versions(String policy) {
        return new TreeSet<>(versions.getOrDefault(policy, new TreeMap<>()).keySet());
    }

    /** The instant at which the next version comes into force; null = none is known. */
    @Nullable
    Long nextChange(long now) {
        Long next = null;
        for (TreeMap<Long, Policy> own : versions.values()) {
            Long higher = own.higherKey(now);
            next = next == null || (higher != null && higher < next) ? higher : next;
        }
        return next;
    }
}
