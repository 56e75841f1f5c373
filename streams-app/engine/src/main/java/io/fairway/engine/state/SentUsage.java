package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.SentBook;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.StoredNodes;
import io.fairway.schemas.Keys;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueStore;

/** The usage of one domain that changed since it was sent. */
public final class SentUsage {
    private final String domain;
    private final EngineStores stores;
    private final SentBook sent;
    private final Map<String, Set<NodeId>> changed = new LinkedHashMap<>();

    public SentUsage(String domain, EngineStores stores) {
        this.domain = domain;
        this.stores = stores;
        sent = new SentBook(stores.linesSent());
    }

    String key(String measure, NodeId node) {
        return StoredNodes.usage(domain, measure, node);
    }

    /** What the keys of a measure's nodes begin with, before a separator. */
    String key(String measure) {
        return Keys.usage(domain, measure);
    }

    /** Finds stored usage that differs from the last sent one. It counts as changed. */
    public void restore() {
        for (KeyValueStore<String, byte[]> store : List.of(stores.lines(), stores.rings())) {
            StateStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
                if (!sent.isSent(key, bytes)) {
                    changed(key);
                }
            });
        }
    }

    private void changed(String key) {
        List<String> parts = Keys.split(key);
        changed(parts.get(1), StoredNodes.node(parts, 2));
    }

    void changed(String measure, NodeId node) {
        changed.computeIfAbsent(measure, m -> new HashSet<>()).add(node);
    }

    /** What was sent of a node no longer counts, also after a restart. */
    void unsent(String key) {
        sent.remove(key);
        changed(key);
    }

    /** Notes that a line was sent as it is stored. */
    public void sentLine(String measure, NodeId node) {
        sent(stores.lines(), key(measure, node));
    }

    /** Notes that a ring was sent as it is stored. */
    public void sentRing(String measure, NodeId node) {
        sent(stores.rings(), key(measure, node));
    }

    private void sent(KeyValueStore<String, byte[]> store, String key) {
        byte[] stored = store.get(key);
        if (stored != null) {
            sent.put(key, stored);
        }
    }

    /** Changed usage that was not taken yet, by measure; at most that many. */
    public Map<String, List<NodeId>> takeChanged(int most) {
        Map<String, List<NodeId>> taken = new LinkedHashMap<>();
        int left = most;
        for (Map.Entry<String, Set<NodeId>> entry : changed.entrySet()) {
            List<NodeId> slice = entry.getValue().stream().limit(left).toList();
            slice.forEach(entry.getValue()::remove);
            taken.put(entry.getKey(), slice);
            left -= slice.size();
        }
        changed.values().removeIf(Set::isEmpty);
        return taken;
    }
}
