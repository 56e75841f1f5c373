package io.fairway.app.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;

/** Drops samples without a finite value. Kafka's clients report NaN for the average of nothing, and it spoils sums and alerts. */
final class FiniteSamples {
    private FiniteSamples() {}

    /** The text without samples that have no finite value, and without meters that have no other samples. */
    static MetricSnapshots of(MetricSnapshots all) {
        List<MetricSnapshot> finite = new ArrayList<>();
        for (MetricSnapshot each : all) {
            MetricSnapshot kept = of(each);
            if (!kept.getDataPoints().isEmpty()) {
                finite.add(kept);
            }
        }
        return new MetricSnapshots(finite);
    }

    private static MetricSnapshot of(MetricSnapshot snapshot) {
        if (snapshot instanceof GaugeSnapshot gauge) {
            return new GaugeSnapshot(
                    gauge.getMetadata(),
                    gauge.getDataPoints().stream()
                            .filter(point -> Double.isFinite(point.getValue()))
                            .toList());
        }
        if (snapshot instanceof CounterSnapshot counter) {
            return new CounterSnapshot(
                    counter.getMetadata(),
                    counter.getDataPoints().stream()
                            .filter(point -> Double.isFinite(point.getValue()))
                            .toList());
        }
        return snapshot;
    }
}
