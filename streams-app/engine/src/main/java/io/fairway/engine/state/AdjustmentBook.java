package io.fairway.engine.state;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.StoredRecords;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The adjustments of one domain, by key. Whether one is in effect is stored with it: then it is in the lines. */
public final class AdjustmentBook {
    private final String domain;
    private final KeyValueStore<String, byte[]> store;
    private final Map<String, Adjustment> byKey = new HashMap<>();
    private final Set<String> inEffect = new HashSet<>();

    public AdjustmentBook(String domain, KeyValueStore<String, byte[]> store) {
        this.domain = domain;
        this.store = store;
    }

    /** Takes the stored ones over; hands out those that are not in effect yet. */
    public void restore(BiConsumer<String, Adjustment> waiting) {
        EngineStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
            Adjustment adjustment = StoredRecords.adjustment(bytes);
            byKey.put(key, adjustment);
            if (StoredRecords.isInEffect(bytes)) {
                inEffect.add(key);
            } else {
                waiting.accept(key, adjustment);
            }
        });
    }

    @Nullable
    public Adjustment get(String key) {
        return byKey.get(key);
    }

    /** Puts one in the place of what had its key; it is not in effect yet. */
    void put(String key, Adjustment adjustment) {
        byKey.put(key, adjustment);
        inEffect.remove(key);
        store.put(key, StoredRecords.bytes(adjustment, false));
    }

    /** Marks one as in effect: it goes into the lines now. */
    Adjustment takeEffect(String key) {
        Adjustment adjustment = Objects.requireNonNull(byKey.get(key), key);
        inEffect.add(key);
        store.put(key, StoredRecords.bytes(adjustment, true));
        return adjustment;
    }

    public boolean isInEffect(String key) {
        return inEffect.contains(key);
    }

    /** Hands out those in effect. */
    void forEachInEffect(Consumer<Adjustment> action) {
        byKey.forEach((key, adjustment) -> {
            if (inEffect.contains(key)) {
                action.accept(adjustment);
            }
        });
    }

    /** The last reset of a node in effect; 0 when there was none. */
    long lastReset(String measure, NodeId node, BiPredicate<NodeId, NodeId> within) {
        long last = 0;
        for (String key : inEffect) {
            Adjustment adjustment = Objects.requireNonNull(byKey.get(key), key);
            if (adjustment.kind() == Adjustment.Kind.RESET
                    && (adjustment.measure().isEmpty() || adjustment.measure().equals(measure))
                    && within.test(node, adjustment.association())) {
                last = Math.max(last, adjustment.at());
            }
        }
        return last;
    }
}
