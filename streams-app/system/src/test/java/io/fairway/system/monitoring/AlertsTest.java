package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The alerts by themselves and beside their page; {@link MonitoringIT} compares them with a running application. */
class AlertsTest {
    private static final List<String> HEADS = List.of("Symptom", "Meaning", "Look at", "Do", "It worked");
    private static final Pattern ENTRY = Pattern.compile("^<a id=\"(\\w+)\"></a>\n\n## (\\w+)\n", Pattern.MULTILINE);
    private static final Pattern HEAD = Pattern.compile("^- \\*\\*([^*]+)\\*\\*: \\S", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("\\$labels\\.(\\w+)");

    /** Amounts as a page writes them, and as a rule does. */
    private static final Pattern SAID = Pattern.compile(
            "(?:(\\d[\\d,]*)|(half an?)|(an?)) (s|minutes?|hours?|days?)\\b|(\\d+) %|(a fifth)|(\\d[\\d,]*)");

    private static final Pattern RULED = Pattern.compile("(\\d+(?:\\.\\d+)?)(?: \\* (\\d+))?([smhd])?");

    private static List<String> names() throws IOException {
        return AlertRules.alerts().stream()
                .map(alert -> alert.path("alert").asText())
                .toList();
    }

    @Test
    void thePageHasAnEntryForEachAlertAndForNoOther() throws IOException {
        assertThat(entries().keySet()).containsExactlyElementsOf(names());
    }

    @Test
    void everyEntrySaysWhatItIsWhatToDoAndHowToSeeThatItWorked() throws IOException {
        entries().forEach((alert, text) -> {
            List<String> heads = new ArrayList<>();
            Matcher head = HEAD.matcher(text);
            while (head.find()) {
                heads.add(head.group(1));
            }
            assertThat(heads).as(alert).isEqualTo(HEADS);
        });
    }

    /** Only some have series: {@code metrics.top.accounts}, {@code metrics.top.users}. */
    @Test
    void noRuleGoesByAccountsOrUsers() throws IOException {
        assertThat(AlertRules.queries())
                .flatMap(query -> new PromQuery(query.text()).selectors())
                .extracting(PromQuery.Selector::metric)
                .isNotEmpty()
                .noneMatch(metric -> metric.startsWith("fairway_account_") || metric.startsWith("fairway_user_"));
    }

    /** An operator takes the number of the page for that of the rule. */
    @Test
    void theSymptomHasTheNumbersOfTheRule() throws IOException {
        Map<String, String> entries = entries();
        for (JsonNode alert : AlertRules.alerts()) {
            String name = alert.path("alert").asText();
            String rule = alert.path("expr").asText() + " " + alert.path("for").asText();
            List<Double> ruled = RULED.matcher(rule)
                    .results()
                    .map(found -> Double.parseDouble(found.group(1))
                            * (found.group(2) == null ? 1 : Integer.parseInt(found.group(2)))
                            * seconds(found.group(3)))
                    .toList();
            String symptom = Objects.requireNonNull(entries.get(name))
                    .lines()
                    .filter(line -> line.startsWith("- **Symptom**"))
                    .findFirst()
                    .orElseThrow();

            assertThat(SAID.matcher(symptom).results().map(AlertsTest::amount))
                    .as(name + ": " + symptom)
                    .isSubsetOf(ruled);
        }
    }

    private static double amount(MatchResult said) {
        if (said.group(4) != null) {
            double count = said.group(2) != null ? 0.5 : said.group(3) != null ? 1 : number(said.group(1));
            return count * seconds(said.group(4));
        }
        return said.group(5) != null
                ? number(said.group(5)) / 100
                : said.group(6) != null ? 0.2 : number(said.group(7));
    }

    private static int seconds(@Nullable String unit) {
        return unit == null
                ? 1
                : switch (unit.charAt(0)) {
                    case 'm' -> 60;
                    case 'h' -> 3_600;
                    case 'd' -> 86_400;
                    default -> 1;
                };
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    /** One address is put in the place of all; the rest leads to the entry. */
    @Test
    void everyAlertLeadsToItsEntry() throws IOException {
        for (JsonNode alert : AlertRules.alerts()) {
            assertThat(alert.path("annotations").path("runbook_url").asText())
                    .isEqualTo("https://docs.example.org/fairway/alerts#"
                            + alert.path("alert").asText());
        }
    }

    /** The text of an alert may name the labels that its query leaves, and no other. */
    @Test
    void theTextOfAnAlertNamesLabelsThatItHas() throws IOException {
        for (JsonNode alert : AlertRules.alerts()) {
            Matcher labels = LABEL.matcher(alert.path("annotations").toString());
            Set<String> grouping = new PromQuery(alert.path("expr").asText()).grouping();
            while (labels.find()) {
                assertThat(grouping.isEmpty() ? Set.of("instance", "job") : grouping)
                        .as(alert.path("alert").asText())
                        .contains(labels.group(1));
            }
        }
    }

    @Test
    void promtoolsTestsHaveEveryAlert() throws IOException {
        String tests = Files.readString(Documents.ROOT.resolve("docker/prometheus/alerts-test.yml"));

        assertThat(names()).allSatisfy(alert -> assertThat(tests).contains("alertname: " + alert + "\n"));
    }

    /** The text below each heading, by the name of the alert. */
    private static Map<String, String> entries() throws IOException {
        String page = Files.readString(Documents.ROOT.resolve("docs/alerts.md"));
        Map<String, String> entries = new LinkedHashMap<>();
        for (String part : page.split("\n(?=<a id=)", -1)) {
            Matcher entry = ENTRY.matcher(part);
            if (entry.find()) {
                assertThat(entry.group(1)).isEqualTo(entry.group(2));
                entries.put(entry.group(2), part.substring(entry.end()));
            }
        }
        assertThat(page.split("\n## ", -1)).as("headings, each with an anchor").hasSize(entries.size() + 1);
        return entries;
    }
}
