package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scrape, read by the rules of Prometheus's text format 0.0.4 (Prometheus, Exposition formats). A broken rule fails the test.
 * Two more rules: every family has HELP and TYPE, and every value is finite.
 */
public final class PrometheusText {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\\\\\|\\\\\"|\\\\n)*)\"(?:,|$)");
    private static final Set<String> TYPES = Set.of("counter", "gauge", "summary", "histogram", "untyped");

    private final Map<String, String> types = new HashMap<>();
    private final Set<String> helped = new HashSet<>();
    private final Set<String> finished = new HashSet<>();
    private final Map<String, Double> samples = new HashMap<>();
    private String family = "";

    private PrometheusText() {}

    /** The samples by {@code name{label="value",...}}, labels in the order of their names and values without escapes. */
    public static Map<String, Double> samples(String text) {
        assertThat(text).endsWith("\n");
        PrometheusText reader = new PrometheusText();
        text.lines().forEach(line -> {
            if (line.startsWith("#")) {
                reader.comment(line);
            } else {
                reader.sample(line);
            }
        });
        return reader.samples;
    }

    private void comment(String line) {
        Matcher comment = COMMENT.matcher(line);
        assertThat(comment.matches()).as(line).isTrue();
        String name = comment.group(2);
        if (!name.equals(family)) {
            finished.add(family);
            family = name;
            assertThat(finished).as("a family is in one place: " + line).doesNotContain(name);
        }
        if (comment.group(1).equals("HELP")) {
            assertThat(helped.add(name)).as("HELP once: " + line).isTrue();
        } else {
            assertThat(TYPES).as(line).contains(comment.group(3));
            assertThat(types.put(name, comment.group(3)))
                    .as("TYPE once: " + line)
                    .isNull();
        }
    }

    private void sample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        String name = sample.group(1);
        boolean summary = "summary".equals(types.get(family));
        assertThat(summary ? name.replaceFirst("_(count|sum)$", "") : name)
                .as("belongs to the family before it: " + line)
                .isEqualTo(family);
        assertThat(types).as("has a TYPE: " + line).containsKey(family);
        assertThat(helped).as("has a HELP: " + line).contains(family);
        double value = Double.parseDouble(sample.group(3));
        assertThat(value).as(line).isFinite();
        String id = name + labels(sample.group(2), line);
        assertThat(samples.put(id, value)).as("is there once: " + line).isNull();
    }

    private static String labels(@org.jspecify.annotations.Nullable String text, String line) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        int end = 0;
        while (text != null && end < text.length()) {
            assertThat(label.find(end) && label.start() == end).as(line).isTrue();
            assertThat(labels.put(label.group(1), unescaped(label.group(2))))
                    .as(line)
                    .isNull();
            end = label.end();
        }
        StringBuilder id = new StringBuilder();
        labels.forEach((name, value) -> id.append(id.isEmpty() ? "{" : ",").append(name + "=\"" + value + "\""));
        return id.isEmpty() ? "" : id + "}";
    }

    private static String unescaped(String value) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == '\\') {
                char escaped = value.charAt(++i);
                next = escaped == 'n' ? '\n' : escaped;
            }
            text.append(next);
        }
        return text.toString();
    }
}
