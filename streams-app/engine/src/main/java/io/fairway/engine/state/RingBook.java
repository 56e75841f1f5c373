package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.UsageReader;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The fairshare windows of one domain, one ring per node, held open in memory. */
public final class RingBook {
    private final Map<String, Map<NodeId, WindowRing>> byMeasure = new HashMap<>();
    private final Map<List<String>, SortedMap<NodeId, WindowRing>> byTree = new HashMap<>();

    private final Map<String, Set<String>> trees = new HashMap<>();

    private record Stored(String measure, NodeId node, WindowRing ring) {
        static Stored of(String key, byte[] bytes) {
            List<String> parts = Keys.split(key);
            NodeId node = StoredNodes.node(parts, 2);
            return new Stored(parts.get(1), node, StateCodec.decodeRing(bytes));
        }
    }

    /** Takes over the stored rings. */
    void restore(StateStores<?, ?> stores, DecodeCache decodeCache) {
        decodeCache.forEach(
                stores.get(Stores.RINGS),
                Stored.class,
                Stored::of,
                stored -> hold(stored.measure(), stored.node(), stored.ring()));
    }

    /** The ring of a node; a new one if it has none. */
    WindowRing open(String measure, NodeId node, Windowing windowing) {
        WindowRing ring = rings(measure).get(node);
        return ring != null ? ring : hold(measure, node, new WindowRing(windowing));
    }

    private WindowRing hold(String measure, NodeId node, WindowRing ring) {
        byMeasure.computeIfAbsent(measure, m -> new HashMap<>()).put(node, ring);
        trees.computeIfAbsent(measure, m -> new HashSet<>()).add(node.tree());
        byTree.computeIfAbsent(List.of(measure, node.tree()), of -> new TreeMap<>(UsageReader.BY_NAME))
                .put(node, ring);
        return ring;
    }

    public Map<NodeId, WindowRing> rings(String measure) {
        return byMeasure.getOrDefault(measure, Map.of());
    }

    /** The share trees of the rings of a measure. */
    Set<String> trees(String measure) {
        return trees.getOrDefault(measure, Set.of());
    }

    /** The rings of the nodes of one tree. */
    SortedMap<NodeId, WindowRing> rings(String measure, String tree) {
        return byTree.getOrDefault(List.of(measure, tree), Collections.emptySortedMap());
    }
}
