package io.fairway.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.cgroup.CgroupPattern;
import io.fairway.agent.job.JobMessage;
import io.fairway.agent.metrics.AgentCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** {@code docs/agent.md} says what the code does: every setting, key, pattern and metric. */
class AgentDocTest {
    private static final Path PAGE = Path.of("../../docs/agent.md");

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static String settings() {
        StringBuilder table = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
        new TreeMap<>(AgentConfig.definition().configKeys())
                .forEach((name, key) -> table.append("| `")
                        .append(name)
                        .append("` | ")
                        .append(fallback(key))
                        .append(" | ")
                        .append(key.documentation.replaceAll("[*<]", "\\\\$0"))
                        .append(" |\n"));
        return table.toString();
    }

    private static String fallback(ConfigDef.ConfigKey key) {
        if (!key.hasDefault()) {
            return "(required)";
        }
        String value = key.defaultValue instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(key.defaultValue);
        return value.isEmpty() ? "(empty)" : "`" + value + "`";
    }

    /** With {@code -Ddocs.write=true} the table is written. */
    @Test
    void theTableOfSettingsIsThatOfTheCode() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            String text = page().replaceFirst(
                            "(?s)SETTINGS\\n|\\| key \\| default \\| meaning \\|\\n.*?\\n(?=\\n)",
                            Matcher.quoteReplacement(settings()));
            Files.writeString(PAGE, text);
        }
        assertThat(page()).contains(settings());
    }

    @Test
    void theKeysOfAMessageAreThoseOfTheCode() throws IOException {
        StringBuilder table = new StringBuilder("| key | meaning |\n|---|---|\n");
        new TreeMap<>(JobMessage.KEYS).forEach((key, meaning) -> {
            if (!meaning.startsWith("set by the agent")) {
                table.append("| `" + key + "` | " + meaning + " |\n");
            }
        });
        holds("keys", table.toString());
    }

    @Test
    void thePatternsAreThoseOfTheCode() throws IOException {
        StringBuilder table = new StringBuilder("| `patterns` | paths below a hierarchy |\n|---|---|\n");
        new TreeMap<>(CgroupPattern.KNOWN)
                .forEach((name, paths) -> table.append("| `" + name + "` | `")
                        .append(String.join("`, `", paths))
                        .append("` |\n"));
        holds("patterns", table.toString());
    }

    /** A block of the page between two marks; with {@code -Ddocs.write=true} it is written. */
    private static void holds(String mark, String table) throws IOException {
        String begin = "<!-- " + mark + " -->\n";
        String end = "<!-- /" + mark + " -->";
        if (Boolean.getBoolean("docs.write")) {
            String page = page();
            Files.writeString(
                    PAGE,
                    page.substring(0, page.indexOf(begin) + begin.length())
                            + table
                            + page.substring(page.indexOf(end)));
        }
        assertThat(page()).contains(begin + table + end);
    }

    @Test
    void everyMetricThatIsNamedExists() throws IOException {
        AgentCounters counters = new AgentCounters();
        String source = Files.readString(Path.of("src/main/java/io/fairway/agent/HostAgent.java"));
        Pattern.compile("gauge\\(\\s*\"(\\w+)\"")
                .matcher(source)
                .results()
                .forEach(gauge -> counters.gauge(gauge.group(1), "", () -> 0));
        String text = counters.text();
        assertThat(Pattern.compile("`(fairway_agent_\\w+)`").matcher(page()).results())
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(text).contains("\n" + metric.group(1) + " "));
    }
}
