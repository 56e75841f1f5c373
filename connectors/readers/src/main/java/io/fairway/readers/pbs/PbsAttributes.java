package io.fairway.readers.pbs;

import java.util.HashMap;
import java.util.Map;

/**
 * The attributes of a record: {@code user=anna Resource_List.ncpus=4 ...}, separated by blanks. A word without = belongs to
 * the value before it, because values may have blanks.
 */
final class PbsAttributes {
    private final Map<String, String> values = new HashMap<>();

    PbsAttributes(String text) {
        String last = "";
        for (String word : text.strip().split(" +")) {
            int equals = word.indexOf('=');
            if (equals > 0 && !isInside(last)) {
                last = word.substring(0, equals);
                values.put(last, word.substring(equals + 1));
            } else if (!last.isEmpty()) {
                values.merge(last, word, (before, more) -> before + " " + more);
            }
        }
    }

    /** Whether the value of a key has an open quote. */
    private boolean isInside(String key) {
        String value = values.getOrDefault(key, "");
        return value.startsWith("\"") && (value.length() == 1 || !value.endsWith("\""));
    }

    /** A value without quotes around it; empty if there is none. */
    String get(String key) {
        String value = values.getOrDefault(key, "");
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    /** The first that is there. */
    String first(String... keys) {
        for (String key : keys) {
            if (!get(key).isEmpty()) {
                return get(key);
            }
        }
        return "";
    }
}
