package io.fairway.reading.whatif;

import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StoredLine;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapStore;
import io.fairway.reading.past.PastUnknownException;
import io.fairway.reading.past.PastUsage;
import io.fairway.records.StoredNodes;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Usage as it would be if a measure had always decayed otherwise: recomputed from the rows of hours (35 days) and days (800 days), so it
 * is an estimate. Usage of a row in which rates changed counts as spread evenly over the row; corrections and resets are exact.
 */
public final class Recount {
    private Recount() {}

    /**
     * The domain at the same instant. Its usage holds at that instant alone: nothing runs on in it.
     *
     * @param version a version of a policy; every version of a policy that counts its measure gets its decay
     * @throws IllegalArgumentException if the measure is not kept by hour and day, or the reading has no such rows
     */
    public static DomainSnapshot of(DomainSnapshot now, Policy version) {
        String name = version.getMeasure().getName();
        NavigableMap<String, byte[]> policies = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.POLICIES), Keys.domain(now.domain()), (key, bytes) -> {
            Policy policy = StoredRecords.policy(bytes);
            policies.put(
                    key,
                    policy.getMeasure().getName().equals(name)
                            ? StoredRecords.bytes(decaying(policy, version))
                            : bytes);
        });
        DomainSnapshot always = now.with(Map.of(Stores.POLICIES, new MapStore(policies)), now.asOf());
        io.fairway.core.ledger.Measure measure = always.measures().stream()
                .filter(kept -> kept.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "policy " + version.getName() + ": measure " + name + " is not counted yet"));
        NavigableMap<String, byte[]> lines = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.LINES), Keys.domain(now.domain()), lines::put);
        try {
            PastUsage usage = PastUsage.of(always, measure, now.asOf());
            for (NodeId node : always.charged(measure)) {
                PastUsage.Decayed decayed = usage.of(node);
                decayed.line().prune(measure.laws(), now.asOf());
                lines.put(
                        StoredNodes.usage(now.domain(), name, node),
                        StoredLine.of(decayed.line()).bytes());
            }
        } catch (PastUnknownException unknown) {
            throw new IllegalArgumentException(
                    "policy " + version.getName() + ": usage cannot be counted anew: " + unknown.getMessage(), unknown);
        }
        return always.with(Map.of(Stores.LINES, new MapStore(lines)), now.asOf());
    }

    private static Policy decaying(Policy policy, Policy as) {
        return Policy.newBuilder(policy)
                .setMeasure(Measure.newBuilder(policy.getMeasure())
                        .setDecay(as.getMeasure().getDecay())
                        .build())
                .build();
    }
}
