package io.fairway.system.monitoring;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics of a running application, each with the labels and values that it has. */
final class Scrape {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:]\\w*)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();

    Scrape(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(this::add);
        // Prometheus itself adds these.
        metrics.values().forEach(Scrape::target);
        target(metrics.computeIfAbsent("up", name -> new TreeMap<>()));
    }

    /** With a metric that a rule makes beside those of the application. */
    Scrape with(String metric, Set<String> labels) {
        labels.forEach(label ->
                metrics.computeIfAbsent(metric, name -> new TreeMap<>()).put(label, Set.of()));
        return this;
    }

    private void add(String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException("no sample: " + line);
        }
        Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), name -> new TreeMap<>());
        Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (label.find()) {
            labels.computeIfAbsent(label.group(1), name -> new TreeSet<>()).add(label.group(2));
        }
    }

    private static void target(Map<String, Set<String>> labels) {
        labels.put("job", Set.of("fairway"));
        labels.put("instance", Set.of("app1:8090"));
    }

    Set<String> names() {
        return metrics.keySet();
    }

    /** Labels of a metric, with all their values; empty if there is no such metric. */
    Map<String, Set<String>> labels(String metric) {
        return metrics.getOrDefault(metric, Map.of());
    }
}
