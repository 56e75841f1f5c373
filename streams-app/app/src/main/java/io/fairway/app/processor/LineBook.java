package io.fairway.app.processor;

import io.fairway.app.store.StateCodec;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.WindowRow;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** The lines of one domain: kept in their store, held open in memory. */
final class LineBook {
    private final String domain;
    private final KeyValueStore<String, byte[]> store;
    private final WindowStore<String, byte[]> hours;
    private final WindowStore<String, byte[]> days;
    private final Map<String, Map<NodeId, Line>> byMeasure = new HashMap<>();
    private final Map<String, Set<NodeId>> changed = new LinkedHashMap<>();

    LineBook(
            String domain,
            KeyValueStore<String, byte[]> store,
            WindowStore<String, byte[]> hours,
            WindowStore<String, byte[]> days) {
        this.domain = domain;
        this.store = store;
        this.hours = hours;
        this.days = days;
    }

    /**
     * Takes a stored line over, when the domain is opened again. It counts as changed: whether it was sent before the task
     * ended is not known.
     */
    void restore(String measure, NodeId node, byte[] bytes) {
        lines(measure).put(node, StateCodec.decodeLine(bytes));
        changed.computeIfAbsent(measure, m -> new HashSet<>()).add(node);
    }

    @Nullable
    Line line(String measure, NodeId node) {
        return lines(measure).get(node);
    }

    Map<NodeId, Line> lines(String measure) {
        return byMeasure.computeIfAbsent(measure, m -> new HashMap<>());
    }

    /** Adds a segment, and puts its changes of rate into their hours and days. */
    void add(Measure measure, NodeId node, Segment segment, ToLongFunction<NodeId> since, long now) {
        Line line = open(measure, node, since);
        line.add(measure.law(), segment);
        save(measure, node, line, now);
        change(measure, node, segment.start(), segment.rate());
        if (!segment.isOpen()) {
            change(measure, node, segment.end(), -segment.rate());
        }
    }

    void add(Measure measure, NodeId node, BigDecimal amount, long at, ToLongFunction<NodeId> since, long now) {
        Line line = open(measure, node, since);
        line.add(measure.law(), amount, at);
        save(measure, node, line, now);
    }

    /** Lets every line of a measure begin anew. */
    void reset(Measure measure, long instant) {
        for (NodeId node : new ArrayList<>(lines(measure.name()).keySet())) {
            Line line = lines(measure.name()).get(node);
            if (line != null && line.since() < instant) {
                line.reset(measure.law(), instant);
                save(measure, node, line, instant);
            }
        }
    }

    /** Puts a line in the place of another. */
    void replace(Measure measure, NodeId node, Line line, long now) {
        lines(measure.name()).put(node, line);
        save(measure, node, line, now);
    }

    /** The lines that changed since this was last asked, by measure. */
    Map<String, List<NodeId>> takeChanged() {
        Map<String, List<NodeId>> taken = new LinkedHashMap<>();
        changed.forEach((measure, nodes) -> taken.put(measure, new ArrayList<>(nodes)));
        changed.clear();
        return taken;
    }

    private Line open(Measure measure, NodeId node, ToLongFunction<NodeId> since) {
        return lines(measure.name()).computeIfAbsent(node, id -> {
            Line line = new Line();
            long reset = since.applyAsLong(id);
            if (reset > 0) {
                line.reset(measure.law(), reset);
            }
            return line;
        });
    }

    private void save(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.law(), now);
        store.put(key(measure.name(), node), StateCodec.encode(line));
        changed.computeIfAbsent(measure.name(), m -> new HashSet<>()).add(node);
    }

    private void change(Measure measure, NodeId node, long time, long rate) {
        String key = key(measure.name(), node);
        change(hours, key, WindowRow.HOUR, time, rate);
        change(days, key, WindowRow.DAY, time, rate);
    }

    private static void change(WindowStore<String, byte[]> rows, String key, long length, long time, long rate) {
        long start = WindowRow.start(time, length);
        byte[] stored = rows.fetch(key, start);
        WindowRow row = stored == null ? new WindowRow() : StateCodec.decodeRow(stored);
        row.add(rate, time - start);
        rows.put(key, StateCodec.encode(row), start);
    }

    private String key(String measure, NodeId node) {
        return Keys.usage(domain, measure, node.tree(), node.account(), node.user());
    }
}
