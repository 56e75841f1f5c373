package io.fairway.system.docs;

import io.fairway.app.metrics.FairnessGauges;
import io.fairway.app.metrics.FairwayMetrics;
import io.fairway.app.metrics.KafkaMeters;
import io.fairway.app.metrics.MetricsSettings;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.engine.EvaluatedDomain;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;

/** The metrics of an instance in which everything happened that has a metric. */
final class FullScrape {
    private static final String INPUT = "fairway.job-events";

    private FullScrape() {}

    static String text(Path directory) {
        try (FairwayMetrics metrics =
                        new FairwayMetrics(Set.of(INPUT), new MetricsSettings(2, 2, KafkaMeters.ESSENTIAL), () -> 0);
                KafkaStreams streams = new Unstarted(directory)) {
            metrics.bind(streams);
            metrics.clockAhead(() -> 0);
            metrics.rocksDbMemory(() -> 0, () -> 0);
            metrics.watchFairness(new FairnessGauges(
                    () -> List.of(new FairnessGauges.TreeFairness("d", "t", 1, 0)), Runnable::run, () -> 0));
            metrics.watchCertificate("http.tls.certificate", () -> Optional.of(Instant.EPOCH));
            metrics.instance().threadsMayFailBy("fatal");
            metrics.instance().watch("topics", () -> false);
            metrics.instance().watchDisk(directory);
            metrics.instance().answered("GET", "/ready", 200, Duration.ofMillis(1));
            metrics.restoreListener().onRestoreStart(new TopicPartition("changelog", 0), "lines", 0, 1);
            metrics.watch().publish(domain());
            return metrics.scrape();
        }
    }

    private static EvaluatedDomain domain() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        new ShareNode(new NodeId("t", "a", ""), null, 1, 0, 0, false),
                        new ShareNode(new NodeId("t", "a", "u"), null, 1, 0, 1, false),
                        new ShareNode(new NodeId("t", "a", "u", "gpu"), null, 1, 0, 2, false)));
        double[] used = new double[tree.size()];
        Arrays.fill(used, 1);
        Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(used));
        Arrays.fill(values.factor, 1);
        Arrays.fill(values.levelFs, 1);
        Arrays.fill(values.normShares, 1);
        Map<String, Long> counts = new HashMap<>();
        for (String count :
                List.of("pendingJobs", "runningJobs", "unplacedJobs", "unplacedAssociations", "deferredFacts")) {
            counts.put(count, 0L);
        }
        return new EvaluatedDomain(
                "d",
                0,
                counts,
                Map.of("c", 0L),
                List.of(new EvaluatedDomain.Evaluation("p", values.finish((f, node) -> List.of()))));
    }

    /** It never reaches a broker, and so has the lag of a partition that nobody gave it. */
    private static final class Unstarted extends KafkaStreams {
        private static final MetricName LAG = new MetricName(
                "records-lag", "consumer-fetch-manager-metrics", "", Map.of("topic", INPUT, "partition", "0"));

        Unstarted(Path directory) {
            super(topology(), settings(directory));
        }

        private static Topology topology() {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream(INPUT).foreach((key, value) -> {});
            return builder.build();
        }

        private static Properties settings(Path directory) {
            Properties settings = new Properties();
            settings.put("application.id", "fairway");
            settings.put("bootstrap.servers", "127.0.0.1:9");
            settings.put("state.dir", directory.toString());
            settings.put("processing.guarantee", "exactly_once_v2");
            return settings;
        }

        @Override
        public Map<MetricName, ? extends Metric> metrics() {
            Map<MetricName, Metric> all = new HashMap<>();
            super.metrics().forEach((name, metric) -> all.put(name, isMeasured(metric) ? metric : zero(name)));
            all.put(LAG, zero(LAG));
            return all;
        }

        /** What nothing was measured for is not a number yet, and a scrape leaves it out. */
        private static boolean isMeasured(Metric metric) {
            return !(metric.metricValue() instanceof Double number) || Double.isFinite(number);
        }

        private static Metric zero(MetricName name) {
            return new Metric() {
                @Override
                public MetricName metricName() {
                    return name;
                }

                @Override
                public Object metricValue() {
                    return 0.0;
                }
            };
        }
    }
}
