package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.schemas.Topic;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairwayMetricsTest {
    private static final long NOW = 1_700_000_000_000L;

    private final FairwayMetrics metrics = new FairwayMetrics(
            Set.of("fairway.job-events"), new MetricsSettings(3, 2, KafkaMeters.ESSENTIAL), () -> NOW);

    @AfterEach
    void close() {
        metrics.close();
    }

    private Map<String, Double> scrape() {
        return PrometheusText.samples(metrics.scrape());
    }

    @Test
    void countsWhatTheProcessorsTell() {
        metrics.watch().event(JobEventType.STARTED);
        metrics.watch().event(JobEventType.STARTED);
        metrics.watch().event(JobEventType.SAMPLE);
        metrics.watch().duplicate();
        metrics.watch().deadLetter("time");
        metrics.watch().sent(Topic.FAIRSHARE);
        metrics.watch().evaluated(Duration.ofMillis(250).toNanos());
        metrics.watch().evaluated(Duration.ofMillis(750).toNanos());

        assertThat(scrape())
                .containsEntry("fairway_events_total{type=\"started\"}", 2.0)
                .containsEntry("fairway_events_total{type=\"sample\"}", 1.0)
                .containsEntry("fairway_events_total{type=\"finished\"}", 0.0)
                .containsEntry("fairway_duplicates_total", 1.0)
                .containsEntry("fairway_dead_letters_total{kind=\"time\"}", 1.0)
                .containsEntry("fairway_dead_letters_total{kind=\"refused\"}", 0.0)
                .containsEntry("fairway_records_sent_total{topic=\"fairshare\"}", 1.0)
                .containsEntry("fairway_records_sent_total{topic=\"priorities\"}", 0.0)
                .containsEntry("fairway_evaluation_seconds_count", 2.0)
                .containsEntry("fairway_evaluation_seconds_sum", 1.0);
        assertThat(metrics.deadLetters())
                .containsExactly(
                        entry("cluster", 0L),
                        entry("impossible", 0L),
                        entry("misrouted", 0L),
                        entry("refused", 0L),
                        entry("time", 1L),
                        entry("undecodable", 0L));
    }

    @Test
    void tellsWhatGoesWrongInTheInstanceAndAroundIt() {
        metrics.instance().threadsMayFailBy("registry-away");
        metrics.instance().threadFailed("fatal");
        metrics.instance().transactionAborted();
        metrics.instance().watch("registry", () -> true);
        metrics.instance().watch("topics", () -> false);
        metrics.instance().watchDisk(Path.of("/"));

        assertThat(scrape())
                .containsEntry("fairway_thread_failures_total{cause=\"registry-away\"}", 0.0)
                .containsEntry("fairway_thread_failures_total{cause=\"fatal\"}", 1.0)
                .containsEntry("fairway_transactions_aborted_total", 1.0)
                .containsEntry("fairway_fault{about=\"registry\"}", 1.0)
                .containsEntry("fairway_fault{about=\"topics\"}", 0.0)
                .containsEntry("disk_total_bytes{path=\"/\"}", (double) new File("/").getTotalSpace())
                .containsKeys("disk_free_bytes{path=\"/\"}", "jvm_threads_current", "process_open_fds");
    }

    /** What a caller can choose makes no series: methods that nobody has, and paths where nothing is. */
    @Test
    void countsRequestsByRouteMethodAndClassOfStatus() {
        String route = "/v1/domains/{domain}/usage";
        metrics.instance().answered("GET", route, 200, Duration.ofMillis(250));
        metrics.instance().answered("GET", route, 204, Duration.ofMillis(750));
        metrics.instance().answered("BREW", "", 404, Duration.ofMillis(1));

        assertThat(scrape())
                .containsEntry(
                        "fairway_http_requests_seconds_count{method=\"GET\",route=\"" + route + "\",status=\"2xx\"}",
                        2.0)
                .containsEntry(
                        "fairway_http_requests_seconds_sum{method=\"GET\",route=\"" + route + "\",status=\"2xx\"}", 1.0)
                .containsEntry(
                        "fairway_http_requests_seconds_count{method=\"other\",route=\"other\",status=\"4xx\"}", 1.0);
    }

    @Test
    void tellsOfADomainWhatItsLastHeartbeatCounted() {
        Map<String, Long> counts = Map.of(
                "pendingJobs",
                7L,
                "runningJobs",
                3L,
                "unplacedJobs",
                2L,
                "unplacedAssociations",
                1L,
                "deferredFacts",
                4L);
        metrics.watch().publish(new EvaluatedDomain("alps", NOW - 5_000, Map.of(), Map.of(), List.of()));
        metrics.watch()
                .publish(new EvaluatedDomain("alps", NOW - 1_500, counts, Map.of("alps", NOW - 90_000), List.of()));
        metrics.watch().publish(new EvaluatedDomain("jura", Long.MIN_VALUE, Map.of(), Map.of(), List.of()));

        assertThat(scrape())
                .containsEntry("fairway_jobs{domain=\"alps\",state=\"pending\"}", 7.0)
                .containsEntry("fairway_jobs{domain=\"alps\",state=\"running\"}", 3.0)
                .containsEntry("fairway_unplaced_jobs{domain=\"alps\"}", 2.0)
                .containsEntry("fairway_unplaced_associations{domain=\"alps\"}", 1.0)
                .containsEntry("fairway_deferred_facts{domain=\"alps\"}", 4.0)
                .containsEntry("fairway_priority_staleness_seconds{domain=\"alps\"}", 1.5)
                .doesNotContainKey("fairway_priority_staleness_seconds{domain=\"jura\"}");
    }

    @Test
    void aDomainThatIsNoLongerHereIsGoneUnlessAnotherTaskTookItUp() {
        EvaluatedDomain first = new EvaluatedDomain("alps", NOW, Map.of("deferredFacts", 0L), Map.of(), List.of());
        EvaluatedDomain second = new EvaluatedDomain("alps", NOW, Map.of("deferredFacts", 0L), Map.of(), List.of());
        metrics.watch().publish(first);
        metrics.watch().publish(second);

        metrics.watch().withdraw(first);
        assertThat(scrape()).containsKey("fairway_deferred_facts{domain=\"alps\"}");
        metrics.watch().withdraw(second);
        assertThat(scrape()).doesNotContainKey("fairway_deferred_facts{domain=\"alps\"}");
    }

    @Test
    void accountsAreThereAndOfTheUsersThoseWhoUsedMost() {
        metrics.watch().publish(evaluated("slurm", "alps"));

        Map<String, Double> samples = scrape();
        String cms = "{account=\"cms\",depth=\"2\",domain=\"alps\",parent=\"physics\",policy=\"slurm\",tree=\"alps\"}";
        assertThat(samples)
                .containsEntry("fairway_account_factor" + cms, 0.25)
                .containsEntry("fairway_account_usage" + cms, 60.0)
                .containsEntry("fairway_account_share" + cms, 0.5)
                // Its level fairshare is infinite, so there is no sample.
                .doesNotContainKey("fairway_account_level_fairshare" + cms)
                .containsEntry("fairway_associations{domain=\"alps\",tree=\"alps\"}", 3.0)
                .containsEntry(
                        "fairway_account_usage{account=\"root\",depth=\"0\",domain=\"alps\",parent=\"\",policy=\"slurm\","
                                + "tree=\"alps\"}",
                        90.0);
        assertThat(samples.keySet().stream().filter(id -> id.startsWith("fairway_user_usage")))
                .containsExactlyInAnyOrder(
                        "fairway_user_usage{account=\"cms\",domain=\"alps\",policy=\"slurm\",tree=\"alps\",user=\"ben\"}",
                        "fairway_user_usage{account=\"physics\",domain=\"alps\",policy=\"slurm\",tree=\"alps\","
                                + "user=\"zoe\"}");
    }

    @Test
    void namesOfUsersMayHaveAnything() {
        metrics.watch().publish(evaluated("a \"quoted\" \\ policy\nin two lines {x=\"y\"}", "alps"));

        assertThat(scrape())
                .containsEntry(
                        "fairway_user_usage{account=\"cms\",domain=\"alps\",policy=\"a \"quoted\" \\ policy\nin two lines"
                                + " {x=\"y\"}\",tree=\"alps\",user=\"ben\"}",
                        50.0);
    }

    /** root - physics - (zoe, cms - (anna, ben)); usage of anna 10, ben 50, zoe 30. */
    private static EvaluatedDomain evaluated(String policy, String domain) {
        List<ShareNode> nodes = new ArrayList<>();
        for (String[] node : new String[][] {
            {"physics", "", null},
            {"physics", "zoe", null},
            {"cms", "", "physics"},
            {"cms", "anna", null},
            {"cms", "ben", null}
        }) {
            nodes.add(new ShareNode(new NodeId("alps", node[0], node[1]), node[2], 1, 0, nodes.size(), false));
        }
        ShareTree tree = ShareTree.build("alps", nodes);
        double[] raw = new double[tree.size()];
        Map<String, Double> usage = new HashMap<>(
                Map.of("root/", 90.0, "physics/", 90.0, "physics/zoe", 30.0, "cms/", 60.0, "cms/anna", 10.0));
        usage.put("cms/ben", 50.0);
        for (int node = 0; node < raw.length; node++) {
            raw[node] = usage.getOrDefault(
                    tree.id(node).account() + "/" + tree.id(node).user(), -1.0);
        }
        Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(raw));
        int cms = tree.findAccount("cms");
        values.factor[cms] = 0.25;
        values.levelFs[cms] = Double.POSITIVE_INFINITY;
        values.normShares[cms] = 0.5;
        Fairshare fairshare = values.finish((f, node) -> List.of());
        return new EvaluatedDomain(
                domain, NOW, Map.of(), Map.of(), List.of(new EvaluatedDomain.Evaluation(policy, fairshare)));
    }

    @Test
    void tellsWhatIsStillToBeRestored() {
        assertThat(scrape()).containsEntry("fairway_restore_records", 0.0);

        TopicPartition one = new TopicPartition("changelog", 0);
        TopicPartition two = new TopicPartition("changelog", 1);
        metrics.restoreListener().onRestoreStart(one, "lines", 100, 400);
        metrics.restoreListener().onRestoreStart(two, "lines", 0, 50);
        metrics.restoreListener().onBatchRestored(one, "lines", 299, 200);

        assertThat(scrape())
                .containsEntry("fairway_restore_records", 150.0)
                .containsEntry("fairway_restore_store_records{store=\"lines\"}", 150.0);

        metrics.restoreListener().onRestoreEnd(one, "lines", 300);
        metrics.restoreListener().onRestoreSuspended(two, "lines", 0);

        assertThat(scrape())
                .containsEntry("fairway_restore_records", 0.0)
                .doesNotContainKey("fairway_restore_store_records{store=\"lines\"}");
    }

    @Test
    void theLagIsThatOfTheInputTopicsAlone() {
        Map<MetricName, Metric> kafka = new HashMap<>();
        lag(kafka, "fairway.job-events", "0", 30.0);
        lag(kafka, "fairway.job-events", "1", 12.0);
        lag(kafka, "fairway.job-events", "2", Double.NaN);
        lag(kafka, "fairway-lines-changelog", "0", 1_000.0);
        lag(kafka, "fairway.shares", "0", null);
        Gauges gauges = new Gauges();

        InputLag.collect(kafka, Set.of("fairway.job-events", "fairway.shares"), gauges);

        assertThat(gauges.snapshots()).singleElement().satisfies(lag -> {
            assertThat(lag.getMetadata().getName()).isEqualTo("fairway_input_lag_records");
            assertThat(lag.getDataPoints()).singleElement().satisfies(point -> {
                assertThat(point.getLabels().get("topic")).isEqualTo("fairway.job-events");
                assertThat(point).extracting("value").isEqualTo(42.0);
            });
        });
    }

    private static void lag(Map<MetricName, Metric> kafka, String topic, String partition, @Nullable Double lag) {
        MetricName name = new MetricName(
                "records-lag",
                "consumer-fetch-manager-metrics",
                "",
                Map.of("topic", topic, "partition", partition, "client-id", "c"));
        kafka.put(name, new Metric() {
            @Override
            public MetricName metricName() {
                return name;
            }

            @Override
            public Object metricValue() {
                return lag == null ? "no number" : lag;
            }
        });
    }
}
