package io.fairway.app.processor;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The adjustments of one domain, by key. */
final class AdjustmentBook {
    private final KeyValueStore<String, byte[]> store;
    private final Map<String, Adjustment> byKey = new HashMap<>();
    private final Set<String> inEffect = new HashSet<>();

    AdjustmentBook(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Takes a stored one over; it is in effect if the clock has passed it. */
    Adjustment restore(String key, byte[] bytes, long clock) {
        Adjustment adjustment = StoredRecords.adjustment(bytes);
        byKey.put(key, adjustment);
        if (adjustment.at() <= clock) {
            inEffect.add(key);
        }
        return adjustment;
    }

    @Nullable
    Adjustment get(String key) {
        return byKey.get(key);
    }

    /** Puts one in the place of what had its key; it is not in effect yet. */
    void put(String key, Adjustment adjustment) {
        byKey.put(key, adjustment);
        inEffect.remove(key);
        store.put(key, StoredRecords.bytes(adjustment));
    }

    /** Marks one as in effect, so that lines that are computed anew have it. */
    void takeEffect(String key) {
        inEffect.add(key);
    }

    boolean isInEffect(String key) {
        return inEffect.contains(key);
    }

    /** Hands out those in effect: each is in the lines already. */
    void forEachInEffect(Consumer<Adjustment> action) {
        byKey.forEach((key, adjustment) -> {
            if (inEffect.contains(key)) {
                action.accept(adjustment);
            }
        });
    }

    /** The last reset of a node in effect at {@code clock}; 0 when there was none. */
    long lastReset(String measure, NodeId node, long clock, BiPredicate<NodeId, NodeId> within) {
        long last = 0;
        for (Adjustment adjustment : byKey.values()) {
            if (adjustment.kind() == Adjustment.Kind.RESET
                    && adjustment.at() <= clock
                    && (adjustment.measure().isEmpty() || adjustment.measure().equals(measure))
                    && within.test(node, adjustment.association())) {
                last = Math.max(last, adjustment.at());
            }
        }
        return last;
    }
}
