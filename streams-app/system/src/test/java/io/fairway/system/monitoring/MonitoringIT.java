package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.collect.CollectConfig;
import io.fairway.collect.HeartbeatSender;
import io.fairway.program.Settings;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of a dashboard and of an alert names metrics, labels and values that a running application has. The
 * application is the demo's: it has jobs, users, and a policy of each family.
 */
@Order(2)
class MonitoringIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Pattern ADDRESS = Pattern.compile("page and API +(http://\\S+)/");
    private static final Pattern SERVERS = Pattern.compile("bootstrap servers +(\\S+)\\s+schema registry +(\\S+)\\s");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    private static final StringWriter OUT = new StringWriter();
    private static final Thread DEMO = Thread.ofPlatform().name("demo").unstarted(MonitoringIT::demo);

    /** The demo's. */
    private static final int PARTITIONS = 4;

    private static String text = "";
    private static Scrape scrape = new Scrape("");

    private static void demo() {
        FairwayMain.commandLine("demo")
                .setOut(new PrintWriter(OUT))
                .execute("demo", "--plain", "--for", "15m", "--half-life", "5s");
    }

    @BeforeAll
    static void start() throws Exception {
        DEMO.start();
        Awaitility.await("the demo's address")
                .atMost(PATIENCE)
                .until(() -> ADDRESS.matcher(OUT.toString()).find());
        Matcher address = ADDRESS.matcher(OUT.toString());
        assertThat(address.find()).isTrue();
        URI metrics = URI.create(address.group(1) + "/metrics");
        tellOfASource();
        // The last to come: users with usage under the fairshare of each family, and fairness.
        Awaitility.await("metrics of all three policies").atMost(PATIENCE).until(() -> {
            text = get(metrics);
            scrape = new Scrape(text);
            return scrape.labels("fairway_user_factor")
                                    .getOrDefault("policy", Set.of())
                                    .size()
                            == 3
                    && scrape.names()
                            .containsAll(Set.of(
                                    "fairway_account_level_fairshare",
                                    "fairway_source_staleness_seconds",
                                    "fairway_fairness_jain"));
        });
        for (JsonNode record : AlertRules.records()) {
            scrape.with(
                    record.path("record").asText(),
                    new PromQuery(record.path("expr").asText()).grouping());
        }
        // A rule of a site's own, which docs/alerts.md has.
        scrape.with("fairway:domain_retired", Set.of("domain"));
        // The demo shows no certificate. CertificateFileTest has the metric of one that does.
        scrape.with("fairway_certificate_end_timestamp_seconds", Set.of("setting", "instance"));
    }

    /** The demo's scheduler writes its events itself. */
    private static void tellOfASource() {
        Matcher servers = SERVERS.matcher(OUT.toString());
        assertThat(servers.find()).as(OUT.toString()).isTrue();
        CollectConfig config = new CollectConfig(
                Settings.of(Map.of("bootstrap.servers", servers.group(1), "schema.registry.url", servers.group(2))));
        Instant now = Instant.now();
        try (HeartbeatSender source = new HeartbeatSender(config, line -> {})) {
            assertThat(source.tell(
                            List.of(),
                            List.of(SourceHeartbeat.newBuilder()
                                    .setDomain("alps")
                                    .setCluster("alps")
                                    .setSource("collect slurm")
                                    .setSince(now)
                                    .setThrough(now)
                                    .build())))
                    .isTrue();
        }
    }

    private static String get(URI address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        DEMO.interrupt();
        DEMO.join(TimeUnit.MINUTES.toMillis(4));
    }

    /** Of the dashboards and of the rules. */
    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>(Dashboards.queries());
        queries.addAll(AlertRules.queries());
        return queries;
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyMetricAndLabelOfAQueryExists(Query query) {
        PromQuery parsed = new PromQuery(query.text());
        Set<String> known = new TreeSet<>();

        assertThat(parsed.selectors()).as(query.text()).isNotEmpty().allSatisfy(selector -> {
            assertThat(scrape.names()).as(query.text()).contains(selector.metric());
            selector.labels().forEach((label, value) -> {
                assertThat(scrape.labels(selector.metric())).as(query.text()).containsKey(label);
                if (!value.startsWith("$")) {
                    assertThat(scrape.labels(selector.metric()).get(label)).contains(value);
                }
            });
            known.addAll(scrape.labels(selector.metric()).keySet());
        });
        assertThat(known).as(query.text()).containsAll(parsed.grouping());
    }

    /** By default. Prometheus keeps each for weeks, and Kafka alone has more than 500 for each partition. */
    @Test
    void aPartitionHasAtMost100Series() {
        Map<String, Long> byFamily = text.lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.groupingBy(
                        line -> line.replaceFirst("^([a-z]+_[a-z]+).*", "$1"), TreeMap::new, Collectors.counting()));

        assertThat(byFamily.values().stream().mapToLong(Long::longValue).sum())
                .as("series by the beginning of their names: " + byFamily)
                .isLessThanOrEqualTo(100 * PARTITIONS);
        assertThat(scrape.names())
                .contains(
                        "process_resident_memory_bytes",
                        "jvm_memory_used_bytes",
                        "fairway_build_info",
                        "fairway_http_requests_seconds_count",
                        "fairway_thread_failures_total",
                        "fairway_transactions_aborted_total",
                        "fairway_fault",
                        "disk_free_bytes",
                        "kafka_consumer_coordinator_rebalance_total",
                        "kafka_stream_failed_stream_threads_total");
    }

    @ParameterizedTest
    @MethodSource("io.fairway.system.monitoring.Dashboards#variables")
    void everyVariableHasValues(Query variable) {
        Matcher parts = VARIABLE.matcher(variable.text());
        assertThat(parts.matches()).as(variable.text()).isTrue();

        assertThat(new PromQuery(parts.group(1)).selectors()).singleElement().satisfies(selector -> {
            Set<String> labels = new TreeSet<>(selector.labels().keySet());
            labels.add(parts.group(2));
            assertThat(scrape.labels(selector.metric()).keySet()).containsAll(labels);
        });
    }
}
