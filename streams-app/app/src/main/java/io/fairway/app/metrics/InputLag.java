package io.fairway.app.metrics;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The lag behind the ends of the input topics, as the consumers of Kafka Streams report it. */
final class InputLag {
    private static final String GROUP = "consumer-fetch-manager-metrics";
    private static final String NAME = "records-lag";

    private InputLag() {}

    /**
     * Collects the lag of each topic, summed over the partitions of this instance.
     *
     * @param inputs names of the input topics; consumers that restore stores read other topics
     */
    static void collect(Map<MetricName, ? extends Metric> metrics, Set<String> inputs, Gauges gauges) {
        Map<String, Double> lags = new TreeMap<>();
        metrics.forEach((name, metric) -> {
            // Tags of metrics have an underscore instead of a dot.
            String topic = name.group().equals(GROUP) && name.name().equals(NAME)
                    ? name.tags().get("topic")
                    : null;
            if (topic == null || !(metric.metricValue() instanceof Double lag) || !Double.isFinite(lag)) {
                return;
            }
            inputs.stream()
                    .filter(input ->
                            input.equals(topic) || input.replace('.', '_').equals(topic))
                    .forEach(input -> lags.merge(input, lag, Double::sum));
        });
        lags.forEach((topic, lag) -> gauges.add(
                "fairway_input_lag_records",
                "Records of an input topic that are not read yet, over the partitions of this instance.",
                lag,
                "topic",
                topic));
    }
}
