package io.fairway.engine.state;

import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.StoredRecords;
import io.fairway.policies.family.PolicyFamilies;
import io.fairway.policies.family.Statement;
import io.fairway.schedulers.slurm.ResetSchedule;
import io.fairway.schemas.Keys;
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
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The policies of one domain: every version of each, those in force, and the measures that they share. */
public final class PolicyBook {
    private final String domain;
    private final KeyValueStore<String, byte[]> store;
    private final TreeMap<String, TreeMap<Long, Policy>> versions = new TreeMap<>();
    private final TreeMap<String, ActivePolicy> inForce = new TreeMap<>();
    private Measures measures = new Measures(List.of());

    public PolicyBook(String domain, KeyValueStore<String, byte[]> store) {
        this.domain = domain;
        this.store = store;
    }

    /** What came of a version: why it is refused, or null; whether anything changed. */
    public record Accepted(@Nullable String problem, boolean changed) {
        private static final Accepted NOTHING_NEW = new Accepted(null, false);
    }

    /** Takes the stored versions over; whether they are others than at the last reading. */
    public boolean restore(long now, Decoded decoded) {
        boolean changed = decoded.forEach(
                store,
                Policy.class,
                (key, bytes) -> StoredRecords.policy(bytes),
                policy -> versions.computeIfAbsent(policy.getName(), n -> new TreeMap<>())
                        .put(policy.getEffectiveFrom().toEpochMilli(), policy));
        measures = new Measures(versions.values());
        bringTo(now);
        return changed;
    }

    /**
     * Takes a version, or removes one.
     *
     * @param now the domain's clock
     * @param appliedThrough no fact later than this was applied: what holds up to then is not changed
     */
    public Accepted accept(Inbound.PolicyVersion said, long now, long appliedThrough) {
        TreeMap<Long, Policy> known = versions.getOrDefault(said.name(), new TreeMap<>());
        Policy policy = said.policy();
        if (Objects.equals(known.get(said.effectiveFrom()), policy)) {
            return Accepted.NOTHING_NEW;
        }
        long settled = settledThrough(known, appliedThrough);
        if (said.effectiveFrom() <= settled) {
            return new Accepted(
                    "policy " + said.name() + " from " + Instant.ofEpochMilli(said.effectiveFrom())
                            + ": events may be applied up to " + Instant.ofEpochMilli(settled)
                            + "; let it hold from a later instant, or rebuild",
                    false);
        }
        TreeMap<Long, Policy> changed = new TreeMap<>(known);
        changed.remove(said.effectiveFrom());
        if (policy != null) {
            String problem = problem(policy, changed.values());
            if (problem != null) {
                return new Accepted(problem, false);
            }
            changed.put(said.effectiveFrom(), policy);
        }
        String key = Keys.policy(domain, said.name(), said.effectiveFrom());
        if (policy == null) {
            store.delete(key);
        } else {
            store.put(key, StoredRecords.bytes(policy));
        }
        versions.put(said.name(), changed);
        measures = new Measures(versions.values());
        bringTo(now);
        return new Accepted(null, true);
    }

    /**
     * Up to when versions of a policy cannot change any more. The first version of a measure also holds before it: what was
     * applied was charged by it.
     */
    private long settledThrough(NavigableMap<Long, Policy> known, long appliedThrough) {
        if (known.isEmpty() || appliedThrough == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long settled = appliedThrough;
        for (Statement statement :
                PolicyFamilies.of(known.firstEntry().getValue()).measures()) {
            Measure charged = measures.measure(statement.name());
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

    /** Reads which versions are in force. */
    public void bringTo(long now) {
        inForce.clear();
        versions.forEach((name, own) -> {
            Map.Entry<Long, Policy> entry = own.floorEntry(now);
            if (entry != null && entry.getValue().getState() != PolicyState.RETIRED) {
                inForce.put(name, ActivePolicy.of(entry.getValue()));
            }
        });
    }

    /** The policies to evaluate that have to do with a share tree. */
    public List<ActivePolicy> of(String tree) {
        boolean scoped = inForce.values().stream()
                .anyMatch(policy -> policy.family().scopes().contains(tree));
        return inForce.values().stream()
                .filter(policy -> policy.family().scopes().contains(tree)
                        || (!scoped && policy.family().readsNamedTrees()))
                .toList();
    }

    /** The associations that a job is of, under one policy or another. */
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

    /** What is stated of a measure that is known. */
    public Statement statement(Measure measure) {
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

    /** When the next version comes into force; null = none is known. */
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
