package io.fairway.schemas;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Whether Confluent's serde does the same with every record of a topic and class. */
final class Shortcut {
    private static final Set<String> BY_RECORD =
            Set.of("use.latest.version", "use.latest.with.metadata", "use.schema.id");

    private Shortcut() {}

    /**
     * False if the settings of Confluent's serde choose schemas in another way, or name rules: these may look at each
     * record.
     */
    static boolean isAllowed(Map<String, ?> config) {
        Stream<String> chosen = config.entrySet().stream()
                .filter(setting -> !String.valueOf(setting.getValue()).equals("false"))
                .map(Map.Entry::getKey);
        return chosen.noneMatch(key -> BY_RECORD.contains(key) || key.startsWith("rule."));
    }
}
