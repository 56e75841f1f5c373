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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The alerts by themselves and beside their page; {@link MonitoringIT} compares them with a running application. */
class AlertsTest {
    private static final List<String> HEADS = List.of("Symptom", "Meaning", "Look at", "Do", "It worked");
    private static final Pattern ENTRY = Pattern.compile("^<a id=\"(\\w+)\"></a>\n\n## (\\w+)\n", Pattern.MULTILINE);
    private static final Pattern HEAD = Pattern.compile("^- \\*\\*([^*]+)\\*\\*: \\S", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("\\$labels\\.(\\w+)");

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
