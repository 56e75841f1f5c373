package io.fairway.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that make usage: with other values, the same records give other usage. They are kept with the state, and all
 * instances of an application must agree on them.
 *
 * @param values by key, in a form in which equal settings are equal texts
 * @param replaces whether these take the place of those that are kept
 */
public record UsageSettings(Map<String, String> values, boolean replaces) {
    /** No setting is kept. */
    public static final UsageSettings NONE = new UsageSettings(Map.of(), false);

    public UsageSettings {
        values = Map.copyOf(values);
    }

    /** The same settings, in the place of those that are kept. */
    public UsageSettings asNew() {
        return new UsageSettings(values, true);
    }

    /**
     * How these differ from kept ones, each key in words; sorted. What only one side has does not differ: an earlier release
     * did not keep it.
     */
    public List<String> differences(Map<String, String> kept) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(values).forEach((key, value) -> {
            String before = kept.get(key);
            if (before != null && !before.equals(value)) {
                differences.add(key + " is " + shown(value) + ", and the state was made with " + shown(before));
            }
        });
        return differences;
    }

    private static String shown(String value) {
        return value.isEmpty() ? "\"\"" : value;
    }
}
