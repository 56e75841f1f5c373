package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairway.agent.metrics.AgentCounters;
import io.fairway.program.metrics.ProgramMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/reference-metrics.md}: what each program exports, as a scrape has it, and the alerts. */
class MetricsReferenceDocTest {
    private static final Path AGENT =
            Documents.ROOT.resolve("connectors/agent/src/main/java/io/fairway/agent/HostAgent.java");
    private static final Path OF_INSTANCE =
            Documents.ROOT.resolve("streams-app/app/src/main/java/io/fairway/app/metrics");
    private static final Pattern GAUGE = Pattern.compile("\\.gauge\\(\\s*\"(\\w+)\",\\s*\"([^\"]*)\"");
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) (\\w+) ?(.*)");
    private static final Pattern SAMPLE = Pattern.compile("(\\w+?)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern IN_SOURCE = Pattern.compile("\"((?:fairway|kafka)[._][a-z._]+[a-z])\"");

    /** A metric; the labels are those of all of its samples. */
    private record Metric(String help, String type, Set<String> labels) {}

    @TempDir
    Path directory;

    @Test
    void thePageSaysWhatAScrapeHas() throws Exception {
        ReferencePage.holds("reference-metrics.md", page(), getClass());
    }

    /** A gauge that this test gives no value would be missing on the page. */
    @Test
    void everyMetricThatTheSourceNamesIsThere() throws Exception {
        String page = page();
        try (Stream<Path> files = Files.list(OF_INSTANCE)) {
            for (Path file : files.toList()) {
                assertThat(IN_SOURCE.matcher(Files.readString(file)).results().map(name -> name.group(1)))
                        .as(file.toString())
                        .allSatisfy(name -> assertThat(page).contains("`" + name.replace('.', '_')));
            }
        }
    }

    private String page() throws Exception {
        Map<String, Metric> all = metrics(FullScrape.text(directory));
        Map<String, Metric> program = metrics(ProgramMetrics.text());
        StringBuilder page = new StringBuilder("""
                # Metrics and alerts

                Made from what the programs answer to Prometheus, and from `docker/prometheus/alerts.yml`; a test fails when this page is stale.
                Labels that Prometheus adds itself, `job` and `instance`, are not named. [monitor.md](monitor.md#metrics) says what to look at.
                Libraries are in [reference-dependencies.md](reference-dependencies.md).

                ## Of an instance: `fairway serve`

                At `/metrics` of its HTTP server, beside those of [every program](#of-every-program).
                """);
        table(page, all, name -> !program.containsKey(name) && !name.startsWith("kafka_"));
        page.append("""

                Of Kafka Streams and its clients, those that are shown by default:
                """);
        table(page, all, name -> name.startsWith("kafka_"));
        page.append("""

                ## Of every program

                An instance and the agent have these too. `dispatch`, `collect` and `backfill` have these alone, and only where
                `metrics.listen` has an address. Some are there on Linux alone.
                """);
        table(page, program, name -> true);
        page.append("""

                ## Of the agent
                """);
        table(page, metrics(agent()), name -> true);
        alerts(page);
        return page.toString();
    }

    private static String agent() throws IOException {
        AgentCounters counters = new AgentCounters();
        GAUGE.matcher(Files.readString(AGENT))
                .results()
                .forEach(gauge -> counters.gauge(gauge.group(1), gauge.group(2), () -> 0));
        return counters.text();
    }

    private static void table(StringBuilder page, Map<String, Metric> metrics, Predicate<String> which) {
        page.append(ReferencePage.head("metric", "type", "labels", "what"));
        metrics.forEach((name, metric) -> {
            if (which.test(name)) {
                page.append(ReferencePage.row(
                        ReferencePage.code(name), metric.type(), codes(metric.labels()), metric.help()));
            }
        });
    }

    private static String codes(Set<String> labels) {
        return labels.stream().map(ReferencePage::code).collect(Collectors.joining(", "));
    }

    private static Map<String, Metric> metrics(String text) {
        Map<String, String> help = new TreeMap<>();
        Map<String, Metric> metrics = new TreeMap<>();
        for (String line : text.lines().toList()) {
            Matcher comment = COMMENT.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (comment.matches() && comment.group(1).equals("HELP")) {
                help.put(comment.group(2), comment.group(3));
            } else if (comment.matches()) {
                metrics.put(
                        comment.group(2),
                        new Metric(help.getOrDefault(comment.group(2), ""), comment.group(3), new TreeSet<>()));
            } else if (sample.matches()) {
                String name = Stream.of("", "_count", "_sum", "_bucket")
                        .filter(end -> sample.group(1).endsWith(end))
                        .map(end -> sample.group(1).substring(0, sample.group(1).length() - end.length()))
                        .filter(metrics::containsKey)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(line));
                LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""))
                        .results()
                        .forEach(label -> Objects.requireNonNull(metrics.get(name))
                                .labels()
                                .add(label.group(1)));
            }
        }
        return metrics;
    }

    private static void alerts(StringBuilder page) throws IOException {
        page.append("""

                ## Alerts

                [alerts.md](alerts.md) says what to do about each.
                """);
        page.append(ReferencePage.head("alert", "severity", "for", "expression"));
        List<JsonNode> records = new ArrayList<>();
        for (JsonNode group : new YAMLMapper()
                .readTree(Documents.ROOT.resolve("docker/prometheus/alerts.yml").toFile())
                .path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                if (rule.has("record")) {
                    records.add(rule);
                    continue;
                }
                String name = rule.path("alert").asText();
                page.append(ReferencePage.row(
                        "[" + name + "](alerts.md#" + name + ")",
                        rule.path("labels").path("severity").asText(),
                        rule.path("for").asText("at once"),
                        ReferencePage.code(rule.path("expr").asText().strip())));
            }
        }
        page.append("\nWhat the rules compute for themselves:\n").append(ReferencePage.head("record", "expression"));
        records.forEach(rule -> page.append(ReferencePage.row(
                ReferencePage.code(rule.path("record").asText()),
                ReferencePage.code(rule.path("expr").asText().strip()))));
    }
}
