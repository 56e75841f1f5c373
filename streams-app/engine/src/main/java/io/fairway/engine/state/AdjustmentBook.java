package io.fairway.engine.state;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The adjustments of one domain, by key. Each is stored with a mark that says whether it is in effect. The lines
 * include those in effect.
 */
public final class AdjustmentBook {
    private final String domain;
    private final StateStores<?, ?> stores;
    private final Timeline timeline;
    private final Map<String, Adjustment> byKey = new HashMap<>();
    private final Set<String> inEffect = new HashSet<>();

    AdjustmentBook(String domain, StateStores<?, ?> stores, Timeline timeline) {
        this.domain = domain;
        this.stores = stores;
        this.timeline = timeline;
    }

    /** Replays the content of the stores. */
    void restore(Consumer<Change> replay) {
        StateStores.forEach(
                stores.get(Stores.ADJUSTMENTS),
                Keys.domain(domain),
                (key, bytes) -> replay.accept(
                        new Change.Adjusted(key, StoredRecords.adjustment(bytes), StoredRecords.isInEffect(bytes))));
    }

    void replay(Change.Adjusted adjusted) {
        byKey.put(adjusted.key(), adjusted.adjustment());
        Timeline.Due due = new Timeline.Due.Adjusted(adjusted.key());
        if (adjusted.inEffect()) {
            inEffect.add(adjusted.key());
            timeline.cancel(due);
        } else {
            inEffect.remove(adjusted.key());
            timeline.schedule(adjusted.adjustment().at(), due);
        }
    }

    public @Nullable Adjustment get(String key) {
        return byKey.get(key);
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

    /** The last reset of a node in effect; 0 if there was none. */
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
