package io.fairway.app.processor;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The adjustments of one domain, by key. */
final class AdjustmentBook {
    private final KeyValueStore<String, byte[]> store;
    private final Map<String, Adjustment> byKey = new HashMap<>();

    AdjustmentBook(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    Adjustment restore(String key, byte[] bytes) {
        Adjustment adjustment = StoredRecords.adjustment(bytes);
        byKey.put(key, adjustment);
        return adjustment;
    }

    @Nullable
    Adjustment get(String key) {
        return byKey.get(key);
    }

    void put(String key, Adjustment adjustment) {
        byKey.put(key, adjustment);
        store.put(key, StoredRecords.bytes(adjustment));
    }

    /** Hands out those in effect at {@code clock}. */
    void forEachUntil(long clock, Consumer<Adjustment> action) {
        for (Adjustment adjustment : byKey.values()) {
            if (adjustment.at() <= clock) {
                action.accept(adjustment);
            }
        }
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
