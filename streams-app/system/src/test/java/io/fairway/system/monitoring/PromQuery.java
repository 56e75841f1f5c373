package io.fairway.system.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a query in PromQL names: metrics, labels, and values of labels. */
record PromQuery(String text) {
    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "by", "without", "on", "ignoring", "group_left");
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");
    private static final Pattern SELECTOR = Pattern.compile("\\b([a-zA-Z_:][\\w:]*)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+) *(?:=~|!~|!=|=) *\"([^\"]*)\"");
    private static final Pattern DURATION = Pattern.compile("\\[[^]]*]");

    /** A metric with the labels by which it is selected. */
    record Selector(String metric, Map<String, String> labels) {}

    /** Everything that is a metric, or would be one if it were spelled right. */
    List<Selector> selectors() {
        List<Selector> selectors = new ArrayList<>();
        String rest = DURATION.matcher(GROUPING.matcher(text).replaceAll(" ")).replaceAll(" ");
        Matcher found = SELECTOR.matcher(rest);
        while (found.find()) {
            boolean function = found.group(2) == null
                    && rest.substring(found.end()).stripLeading().startsWith("(");
            if (!function && !WORDS.contains(found.group(1))) {
                selectors.add(new Selector(found.group(1), matchers(found.group(2))));
            }
        }
        return selectors;
    }

    /** The labels by which it groups. */
    Set<String> grouping() {
        Set<String> labels = new TreeSet<>();
        Matcher found = GROUPING.matcher(STRING.matcher(text).replaceAll("\"\""));
        while (found.find()) {
            for (String label : found.group(1).split(",")) {
                labels.add(label.strip());
            }
        }
        return labels;
    }

    private static Map<String, String> matchers(@Nullable String selector) {
        Map<String, String> labels = new TreeMap<>();
        Matcher found = MATCHER.matcher(selector == null ? "" : selector);
        while (found.find()) {
            labels.put(found.group(1), found.group(2));
        }
        return labels;
    }
}
