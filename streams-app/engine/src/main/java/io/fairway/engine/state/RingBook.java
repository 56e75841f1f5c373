package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Use;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.StateCodec;
import io.fairway.schedulers.moab.WindowRing;
import io.fairway.schedulers.moab.Windowing;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;

/** The fairshare windows of one domain: one ring per node, kept in their store, held open in memory. */
public final class RingBook {
    private final KeyValueStore<String, byte[]> store;
    private final SentUsage sent;
    private final Map<String, Map<NodeId, WindowRing>> byMeasure = new HashMap<>();

    public RingBook(KeyValueStore<String, byte[]> store, SentUsage sent) {
        this.store = store;
        this.sent = sent;
    }

    private record Stored(String measure, NodeId node, WindowRing ring) {
        static Stored of(String key, byte[] bytes) {
            List<String> parts = Keys.split(key);
            NodeId node = new NodeId(parts.get(2), parts.get(3), parts.get(4));
            return new Stored(parts.get(1), node, StateCodec.decodeRing(bytes));
        }
    }

    /** Takes the stored rings over, when the domain is opened again. */
    public void restore(Decoded decoded) {
        decoded.forEach(
                store,
                Stored.class,
                this::decode,
                stored -> byMeasure
                        .computeIfAbsent(stored.measure(), m -> new HashMap<>())
                        .put(stored.node(), stored.ring()));
    }

    private Stored decode(String key, byte[] bytes) {
        Stored stored = Stored.of(key, bytes);
        sent.restored(stored.measure(), stored.node(), bytes);
        return stored;
    }

    public Map<NodeId, WindowRing> rings(String measure) {
        return byMeasure.getOrDefault(measure, Map.of());
    }

    /** Notes that a ring was sent as it is. */
    public void sent(String measure, NodeId node) {
        byte[] bytes = store.get(sent.key(measure, node));
        if (bytes != null) {
            sent.sent(measure, node, bytes);
        }
    }

    /** Adds what a job used. */
    void add(String measure, NodeId node, Windowing windowing, List<Use> uses) {
        WindowRing ring = ring(measure, node, windowing);
        uses.forEach(ring::add);
        save(measure, node, ring);
    }

    void add(String measure, NodeId node, Windowing windowing, BigDecimal amount, long at) {
        WindowRing ring = ring(measure, node, windowing);
        ring.add(amount, at);
        save(measure, node, ring);
    }

    private WindowRing ring(String measure, NodeId node, Windowing windowing) {
        return byMeasure
                .computeIfAbsent(measure, m -> new HashMap<>())
                .computeIfAbsent(node, n -> new WindowRing(windowing));
    }

    private void save(String measure, NodeId node, WindowRing ring) {
        store.put(sent.key(measure, node), StateCodec.encode(ring));
        sent.changed(measure, node);
    }
}
