package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.LineLog;
import io.fairway.engine.store.DecodeCache;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one domain, held open in memory. {@link UsageAccounting} moves them and {@link UsageWriter} stores them.
 */
public final class LineBook {
    private final UnaryOperator<NodeId> shared;
    private final Map<String, Map<NodeId, Line>> byMeasure = new HashMap<>();
    private final Map<String, Set<String>> trees = new HashMap<>();
    /** The nodes of a partition that have lines. */
    private final Map<String, Set<NodeId>> partitions = new HashMap<>();

    /** By measure, which lines changed lately. */
    private final Map<String, LineLog> logs = new ConcurrentHashMap<>();

    private long shape;

    /** @param shared an equal node that is kept anyway; the same one if none is */
    LineBook(UnaryOperator<NodeId> shared) {
        this.shared = shared;
    }

    private record Stored(String measure, NodeId node, Line line) {
        static Stored of(String key, byte[] bytes) {
            List<String> parts = Keys.split(key);
            NodeId node = StoredNodes.node(parts, 2);
            return new Stored(parts.get(1), node, StateCodec.decodeLine(bytes));
        }
    }

    /** Takes over the lines in a store. */
    void restore(ReadOnlyKeyValueStore<String, byte[]> store, DecodeCache decodeCache) {
        decodeCache.forEach(
                store, Stored.class, Stored::of, stored -> hold(stored.measure(), stored.node(), stored.line()));
    }

    /** Holds a line in place of the node's earlier one. */
    void hold(String measure, NodeId charged, Line line) {
        NodeId node = shared.apply(charged);
        byMeasure.computeIfAbsent(measure, m -> new HashMap<>()).put(node, line);
        trees.computeIfAbsent(measure, m -> new HashSet<>()).add(node.tree());
        if (!node.partition().isEmpty()) {
            partitions.computeIfAbsent(measure, m -> new HashSet<>()).add(node);
        }
        changes(measure, node);
    }

    /** The line of a node is about to change, or was replaced: readings of it are old. */
    void changes(String measure, NodeId node) {
        log(measure).changed(node);
    }

    /** Which lines of a measure changed lately. */
    LineLog log(String measure) {
        return logs.computeIfAbsent(measure, m -> new LineLog());
    }

    /**
     * The line of a node, which may change it; a new one if it has none.
     *
     * @param since the instant from which usage counts on a new line; 0 = from the beginning
     */
    Line open(Measure measure, NodeId node, LongSupplier since) {
        Line open = line(measure.name(), node);
        if (open != null) {
            changes(measure.name(), node);
            return open;
        }
        Line line = new Line();
        long reset = since.getAsLong();
        if (reset > 0) {
            line.reset(measure.laws(), reset);
        }
        hold(measure.name(), node, line);
        return line;
    }

    /** Lets the lines of a measure go, and hands them out. */
    Map<NodeId, Line> take(String measure) {
        shape++;
        trees.remove(measure);
        partitions.remove(measure);
        Map<NodeId, Line> taken = byMeasure.remove(measure);
        return taken == null ? Map.of() : taken;
    }

    public @Nullable Line line(String measure, NodeId node) {
        return lines(measure).get(node);
    }

    /** The lines of a measure; several questions may ask at the same time. */
    public Map<NodeId, Line> lines(String measure) {
        return byMeasure.getOrDefault(measure, Map.of());
    }

    /** The nodes of a partition that have lines of a measure. */
    Set<NodeId> partitions(String measure) {
        return partitions.getOrDefault(measure, Set.of());
    }

    /** The share trees of the lines of a measure. */
    public Set<String> trees(String measure) {
        return trees.getOrDefault(measure, Set.of());
    }

    /** A number that changes whenever lines go. */
    long shape() {
        return shape;
    }
}
