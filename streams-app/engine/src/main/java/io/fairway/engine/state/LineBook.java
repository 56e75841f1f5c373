package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.StateCodec;
import io.fairway.engine.store.UsageRows;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The lines of one domain: kept in their store, held open in memory. */
public final class LineBook {
    private final KeyValueStore<String, byte[]> store;
    private final SentUsage sent;
    private final UsageRows hours;
    private final UsageRows days;
    private final Map<String, Map<NodeId, Line>> byMeasure = new HashMap<>();
    private final Map<String, Set<String>> trees = new HashMap<>();
    private long shape;

    public LineBook(EngineStores stores, SentUsage sent) {
        store = stores.lines();
        this.sent = sent;
        hours = stores.hours();
        days = stores.days();
    }

    private record Stored(String measure, NodeId node, Line line) {
        static Stored of(String key, byte[] bytes) {
            List<String> parts = Keys.split(key);
            NodeId node = new NodeId(parts.get(2), parts.get(3), parts.get(4));
            return new Stored(parts.get(1), node, StateCodec.decodeLine(bytes));
        }
    }

    /** Takes the stored lines over, when the domain is opened again. */
    public void restore(Decoded decoded) {
        decoded.forEach(
                store, Stored.class, this::decode, stored -> put(stored.measure(), stored.node(), stored.line()));
    }

    private Stored decode(String key, byte[] bytes) {
        Stored stored = Stored.of(key, bytes);
        sent.restored(stored.measure(), stored.node(), bytes);
        return stored;
    }

    /** Notes that a line was sent as it is. */
    public void sent(String measure, NodeId node) {
        byte[] bytes = store.get(sent.key(measure, node));
        if (bytes != null) {
            sent.sent(measure, node, bytes);
        }
    }

    @Nullable
    public Line line(String measure, NodeId node) {
        return lines(measure).get(node);
    }

    /** The lines of a measure; several questions may ask at the same time. */
    public Map<NodeId, Line> lines(String measure) {
        return byMeasure.getOrDefault(measure, Map.of());
    }

    /** The share trees of the lines of a measure. */
    Set<String> trees(String measure) {
        return trees.getOrDefault(measure, Set.of());
    }

    /** Another number whenever a line came, or came in the place of another; none ever goes. */
    long shape() {
        return shape;
    }

    private void put(String measure, NodeId node, Line line) {
        byMeasure.computeIfAbsent(measure, m -> new HashMap<>()).put(node, line);
        trees.computeIfAbsent(measure, m -> new HashSet<>()).add(node.tree());
    }

    /** Adds what a job used; where that adds up, also to its hours and days. */
    void add(Measure measure, NodeId node, List<Use> uses, LongSupplier since, long now) {
        Line line = open(measure, node, since);
        RateChanges changes = new RateChanges();
        for (Use use : uses) {
            line.add(measure.law(), use);
            if (use instanceof Segment segment) {
                changes.add(segment.start(), segment.rate());
                if (!segment.isOpen()) {
                    changes.add(segment.end(), -segment.rate());
                }
            }
        }
        save(measure, node, line, now);
        if (!measure.kind().accumulates()) {
            return;
        }
        String key = sent.key(measure.name(), node);
        changes.forEach((time, rate) -> {
            change(hours, key, WindowRow.HOUR, time, (row, offset) -> row.add(rate, offset));
            change(days, key, WindowRow.DAY, time, (row, offset) -> row.add(rate, offset));
        });
        for (Use use : uses) {
            if (use instanceof Lump lump) {
                BigInteger units = Rate.units(lump.amount().movePointRight(3));
                change(hours, key, WindowRow.HOUR, lump.at(), (row, offset) -> row.addAmount(units));
                change(days, key, WindowRow.DAY, lump.at(), (row, offset) -> row.addAmount(units));
            }
        }
    }

    void add(Measure measure, NodeId node, BigDecimal amount, long at, LongSupplier since, long now) {
        Line line = open(measure, node, since);
        line.add(measure.law(), amount, at);
        save(measure, node, line, now);
    }

    /** Lets every line of a measure begin anew; those that did. */
    Set<NodeId> reset(Measure measure, long instant) {
        Set<NodeId> changed = new HashSet<>();
        for (NodeId node : new ArrayList<>(lines(measure.name()).keySet())) {
            Line line = lines(measure.name()).get(node);
            if (line != null && line.since() < instant) {
                line.reset(measure.law(), instant);
                save(measure, node, line, instant);
                changed.add(node);
            }
        }
        return changed;
    }

    /** Puts a line in the place of another. */
    void replace(Measure measure, NodeId node, Line line, long now) {
        shape++;
        put(measure.name(), node, line);
        save(measure, node, line, now);
    }

    /** Whether an association has a line under any measure. */
    boolean has(NodeId node) {
        return byMeasure.values().stream().anyMatch(lines -> lines.containsKey(node));
    }

    private Line open(Measure measure, NodeId node, LongSupplier since) {
        Line known = line(measure.name(), node);
        if (known != null) {
            return known;
        }
        Line line = new Line();
        long reset = since.getAsLong();
        if (reset > 0) {
            line.reset(measure.law(), reset);
        }
        shape++;
        put(measure.name(), node, line);
        return line;
    }

    private void save(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.law(), now);
        store.put(sent.key(measure.name(), node), StateCodec.encode(line));
        sent.changed(measure.name(), node);
    }

    private static void change(UsageRows rows, String key, long length, long time, BiConsumer<WindowRow, Long> change) {
        long start = WindowRow.start(time, length);
        byte[] stored = rows.fetch(key, start);
        WindowRow row = stored == null ? new WindowRow() : StateCodec.decodeRow(stored);
        change.accept(row, time - start);
        rows.put(key, StateCodec.encode(row), start);
    }
}
