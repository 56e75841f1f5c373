package io.fairway.system.docs.extend;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UsageReader;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Usage in memory: what each user of a tree used until an instant, the same under every measure of a family. */
public final class UsedHours implements UsageReader {
    private final Map<String, Map<NodeId, Line>> lines = new HashMap<>();
    private final Map<String, Map<NodeId, WindowRing>> rings = new HashMap<>();

    /** @param hours processor hours of each user, charged at the instant {@code at}, epoch milliseconds */
    public static UsedHours of(PolicyFamily family, long at, Map<NodeId, Double> hours) {
        UsedHours usage = new UsedHours();
        for (MeasureDefinition measure : family.measures()) {
            hours.forEach((user, used) -> usage.charge(measure, user, BigDecimal.valueOf(used * 3600), at));
        }
        return usage;
    }

    private void charge(MeasureDefinition measure, NodeId user, BigDecimal seconds, long at) {
        WindowDecay windows = measure.windows();
        if (windows == null) {
            Line line = new Line();
            line.add(measure.law(), seconds, at);
            lines.computeIfAbsent(measure.name(), name -> new HashMap<>()).put(user, line);
        } else {
            WindowRing ring = new WindowRing(windows.windowing());
            ring.add(seconds, at);
            rings.computeIfAbsent(measure.name(), name -> new HashMap<>()).put(user, ring);
        }
    }

    @Override
    public @Nullable Line line(String measure, NodeId node) {
        return lines.getOrDefault(measure, Map.of()).get(node);
    }

    @Override
    public Map<NodeId, WindowRing> rings(String measure) {
        return rings.getOrDefault(measure, Map.of());
    }

    @Override
    public RemoteUsageTable remote() {
        return new RemoteUsageTable();
    }
}
