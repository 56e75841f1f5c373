package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.collect.CollectConfig;
import io.fairway.collect.HeartbeatSender;
import io.fairway.program.Settings;
import io.fairway.system.FairwayMain;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of a dashboard and of an alert names metrics, labels and values that a running application has. The
 * application is the demo's: it has jobs, users, and a policy of each family.
 */
class MonitoringIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Path DOCKER = Documents.ROOT.resolve("docker");
    private static final Path ALERTS = DOCKER.resolve("prometheus/alerts.yml");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern ADDRESS = Pattern.compile("page and API +(http://\\S+)/");
    private static final Pattern SERVERS = Pattern.compile("bootstrap servers +(\\S+)\\s+schema registry +(\\S+)\\s");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.+), (\\w+)\\)");
    private static final Pattern ALERT = Pattern.compile("`(Fairway[A-Z]\\w+)`");
    private static final Pattern LABEL_IN_TEXT = Pattern.compile("\\$labels\\.(\\w+)");

    private static final StringWriter OUT = new StringWriter();
    private static final Thread DEMO = Thread.ofPlatform().name("demo").unstarted(MonitoringIT::demo);

    private static Scrape scrape = new Scrape("");

    /** A query, and where it stands. */
    record Query(String place, String text) {
        @Override
        public String toString() {
            return place;
        }
    }

    private static void demo() {
        FairwayMain.commandLine()
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
        // The last to come: users with usage under the fairshare of each family; and fairness, which is measured once a
        // minute.
        Awaitility.await("metrics of all three policies").atMost(PATIENCE).until(() -> {
            scrape = new Scrape(get(metrics));
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

    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (Path file : dashboards()) {
            JsonNode dashboard = JSON.readTree(file.toFile());
            for (JsonNode panel : dashboard.path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    String place =
                            file.getFileName() + ", " + panel.path("title").asText();
                    queries.add(new Query(place, target.path("expr").asText()));
                }
            }
        }
        for (JsonNode rule : rules()) {
            queries.add(new Query(rule.path("alert").asText(), rule.path("expr").asText()));
        }
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

    static List<Query> variables() throws IOException {
        List<Query> variables = new ArrayList<>();
        for (Path file : dashboards()) {
            for (JsonNode variable :
                    JSON.readTree(file.toFile()).path("templating").path("list")) {
                String place = file.getFileName() + ", " + variable.path("name").asText();
                variables.add(
                        new Query(place, variable.path("query").path("query").asText()));
            }
        }
        return variables;
    }

    @ParameterizedTest
    @MethodSource("variables")
    void everyVariableHasValues(Query variable) {
        Matcher parts = VARIABLE.matcher(variable.text());
        assertThat(parts.matches()).as(variable.text()).isTrue();

        assertThat(new PromQuery(parts.group(1)).selectors()).singleElement().satisfies(selector -> {
            Set<String> labels = new TreeSet<>(selector.labels().keySet());
            labels.add(parts.group(2));
            assertThat(scrape.labels(selector.metric()).keySet()).containsAll(labels);
        });
    }

    /** A variable that a query names and the dashboard does not define would be empty, and the panel too. */
    @Test
    void queriesUseOnlyVariablesOfTheirDashboard() throws IOException {
        for (Path file : dashboards()) {
            JsonNode dashboard = JSON.readTree(file.toFile());
            Set<String> defined = new TreeSet<>();
            dashboard
                    .path("templating")
                    .path("list")
                    .forEach(each -> defined.add("$" + each.path("name").asText()));
            Set<String> used = new TreeSet<>();
            Matcher names =
                    Pattern.compile("\\$\\w+").matcher(dashboard.path("panels").toString());
            while (names.find()) {
                used.add(names.group());
            }
            assertThat(defined).as(file.toString()).containsAll(used);
        }
    }

    @Test
    void everyPanelAsksTheDataSourceThatIsProvisioned() throws IOException {
        String uid = YAML.readTree(DOCKER.resolve("grafana/provisioning/datasources/prometheus.yml")
                        .toFile())
                .path("datasources")
                .path(0)
                .path("uid")
                .asText();
        assertThat(uid).isNotEmpty();

        for (Path file : dashboards()) {
            assertThat(JSON.readTree(file.toFile()).findValues("datasource"))
                    .as(file.toString())
                    .isNotEmpty()
                    .allSatisfy(
                            source -> assertThat(source.path("uid").asText()).isEqualTo(uid));
        }
    }

    /** The text of an alert may name the labels that its query leaves, and no other. */
    @Test
    void theTextOfAnAlertNamesLabelsThatItHas() throws IOException {
        for (JsonNode rule : rules()) {
            Matcher labels = LABEL_IN_TEXT.matcher(rule.path("annotations").toString());
            Set<String> grouping = new PromQuery(rule.path("expr").asText()).grouping();
            while (labels.find()) {
                if (grouping.isEmpty()) {
                    assertThat(List.of("instance", "job")).contains(labels.group(1));
                } else {
                    assertThat(grouping).as(rule.path("alert").asText()).contains(labels.group(1));
                }
            }
        }
    }

    @Test
    void theDocumentExplainsEveryAlertAndNoOther() throws IOException {
        Set<String> explained = new TreeSet<>();
        Matcher names = ALERT.matcher(Files.readString(Documents.ROOT.resolve("docs/operations.md")));
        while (names.find()) {
            explained.add(names.group(1));
        }

        assertThat(rules().stream().map(rule -> rule.path("alert").asText()))
                .containsExactlyInAnyOrderElementsOf(explained);
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        YAML.readTree(ALERTS.toFile())
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
        assertThat(rules).isNotEmpty();
        return rules;
    }

    private static List<Path> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(DOCKER.resolve("grafana/dashboards"))) {
            List<Path> dashboards = files.sorted().toList();
            assertThat(dashboards).isNotEmpty();
            return dashboards;
        }
    }
}
