package io.fairway.api.forecast;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.UsageReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Usage with changes that have not happened. It leaves the real usage as it is. */
final class WhatIfUsage implements UsageReader {
    private record Key(String measure, NodeId node) {}

    private final UsageReader real;
    private final Map<String, MeasureDefinition> measures = new HashMap<>();
    private final Map<Key, Line> lines = new HashMap<>();
    private final Map<String, Map<NodeId, WindowRing>> rings = new HashMap<>();
    private final Set<Long> resets = new TreeSet<>();

    WhatIfUsage(UsageReader real, Iterable<MeasureDefinition> statements) {
        this.real = real;
        statements.forEach(measureDefinition -> measures.put(measureDefinition.name(), measureDefinition));
    }

    /** Makes a change. It must not be earlier than the changes before it. */
    void apply(UsageChange change) {
        MeasureDefinition measureDefinition = measures.get(change.measure());
        if (measureDefinition == null) {
            return; // A measure of another policy.
        }
        WindowDecay windows = measureDefinition.windows();
        if (windows == null) {
            lines.computeIfAbsent(
                            new Key(change.measure(), change.node()),
                            key -> copy(measureDefinition, real.line(key.measure, key.node)))
                    .add(real.laws(measureDefinition), change.use());
        } else {
            Map<NodeId, WindowRing> own =
                    rings.computeIfAbsent(change.measure(), measure -> new HashMap<>(real.rings(measure)));
            WindowRing before = own.get(change.node());
            WindowRing ring = new WindowRing(windows.windowing());
            if (before != null) {
                ring.add(before);
            }
            ring.add(change.use());
            own.put(change.node(), ring);
        }
    }

    /** Resets usage at an instant, in all lines that accumulate it. */
    void reset(long instant) {
        resets.add(instant);
        lines.forEach((key, line) -> {
            MeasureDefinition measureDefinition = measures.get(key.measure);
            if (measureDefinition != null) {
                reset(measureDefinition, line, instant);
            }
        });
    }

    /** Lets the usage of one node begin anew at an instant, whatever kind of usage it is. */
    void reset(MeasureDefinition measureDefinition, NodeId node, long instant) {
        Line line = real.line(measureDefinition.name(), node);
        if (line != null) {
            Line copy = copy(measureDefinition, line);
            copy.reset(real.laws(measureDefinition), instant);
            lines.put(new Key(measureDefinition.name(), node), copy);
        }
    }

    private void reset(MeasureDefinition measureDefinition, Line line, long instant) {
        if (measureDefinition.kind().accumulates()) {
            line.reset(real.laws(measureDefinition), instant);
        }
    }

    @Override
    public @Nullable Line line(String measure, NodeId node) {
        Key key = new Key(measure, node);
        Line changed = lines.get(key);
        if (changed != null) {
            return changed;
        }
        Line line = real.line(measure, node);
        MeasureDefinition measureDefinition = measures.get(measure);
        if (line == null || measureDefinition == null || resets.isEmpty()) {
            return line;
        }
        Line copy = copy(measureDefinition, line);
        lines.put(key, copy);
        return copy;
    }

    /** A copy with the resets so far. */
    private Line copy(MeasureDefinition measureDefinition, @Nullable Line line) {
        if (line == null) {
            return new Line();
        }
        Line copy = line.copy();
        resets.forEach(instant -> reset(measureDefinition, copy, instant));
        return copy;
    }

    @Override
    public Collection<NodeId> partitions(String measure) {
        Set<NodeId> all = new HashSet<>(real.partitions(measure));
        lines.keySet().stream()
                .filter(key ->
                        key.measure.equals(measure) && !key.node.partition().isEmpty())
                .forEach(key -> all.add(key.node));
        return all;
    }

    @Override
    public DecayLaws laws(MeasureDefinition measure) {
        return real.laws(measure);
    }

    @Override
    public Map<NodeId, WindowRing> rings(String measure) {
        Map<NodeId, WindowRing> changed = rings.get(measure);
        return changed == null ? real.rings(measure) : changed;
    }

    @Override
    public RemoteUsageTable remote() {
        return real.remote();
    }
}
