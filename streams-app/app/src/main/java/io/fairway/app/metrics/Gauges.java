package io.fairway.app.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects gauges. It drops samples without a finite value. */
final class Gauges {
    private final Map<String, GaugeSnapshot.Builder> byName = new LinkedHashMap<>();

    /** Takes a sample; {@code labels} alternate between names and values. */
    void add(String name, String help, double value, String... labels) {
        if (Double.isFinite(value)) {
            byName.computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
                    .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .labels(Labels.of(labels))
                            .value(value)
                            .build());
        }
    }

    List<MetricSnapshot> snapshots() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        byName.values().forEach(builder -> snapshots.add(builder.build()));
        return snapshots;
    }
}
