package io.fairway.policies.yaml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map with known keys: {@link #done} refuses a key that no method asked for. */
public final class YamlMap {
    private final YamlValue value;
    private final Map<String, YamlValue> entries;
    private final Set<String> keys = new LinkedHashSet<>();

    /**
     * Some entries of a map.
     *
     * @param value the value that holds the map
     */
    public YamlMap(YamlValue value, Map<String, YamlValue> entries) {
        this.value = value;
        this.entries = entries;
    }

    /** The value of a key; null if it is missing. */
    public @Nullable YamlValue find(String key) {
        keys.add(key);
        return entries.get(key);
    }

    /** The same of a key that the map should not have: messages do not name it among the keys. */
    public @Nullable YamlValue former(String key) {
        return entries.get(key);
    }

    public boolean has(String key) {
        return find(key) != null;
    }

    /** The value of a required key. */
    public YamlValue get(String key) {
        YamlValue found = find(key);
        if (found == null) {
            throw value.wrong("needs the key " + key);
        }
        return found;
    }

    public String text(String key, String otherwise) {
        return or(key, YamlValue::text, otherwise);
    }

    public long whole(String key, long otherwise) {
        return or(key, YamlValue::whole, otherwise);
    }

    public double number(String key, double otherwise) {
        return or(key, YamlValue::number, otherwise);
    }

    public boolean yes(String key, boolean otherwise) {
        return or(key, YamlValue::yes, otherwise);
    }

    public long instant(String key, long otherwise) {
        return or(key, YamlValue::instant, otherwise);
    }

    /** The entries of a key that holds names; none if it is missing. */
    public Map<String, YamlValue> entries(String key) {
        return or(key, YamlValue::entries, Map.of());
    }

    /** The elements of a key that holds a list; none if it is missing. */
    public List<YamlValue> list(String key) {
        return or(key, YamlValue::list, List.of());
    }

    /** The value of a key, or a default if it is missing. */
    public <T> T or(String key, Function<YamlValue, T> read, T otherwise) {
        YamlValue found = find(key);
        return found == null ? otherwise : read.apply(found);
    }

    /** One of several words. */
    public <E extends Enum<E>> E word(String key, Class<E> words, E otherwise) {
        YamlValue found = find(key);
        if (found == null) {
            return otherwise;
        }
        for (E word : words.getEnumConstants()) {
            if (name(word).equals(found.text())) {
                return word;
            }
        }
        throw found.wrong("must be one of "
                + String.join(
                        ", ",
                        java.util.Arrays.stream(words.getEnumConstants())
                                .map(YamlMap::name)
                                .toList()));
    }

    private static String name(Enum<?> word) {
        return word.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** An error in the map. */
    public IllegalArgumentException wrong(String rule) {
        return value.wrong(rule);
    }

    /** Runs a check; if it fails, the error names the position of the map. */
    public <T> T checked(Supplier<T> action) {
        return value.checked(action);
    }

    /** Refuses keys that no method asked for. */
    public void done() {
        entries.forEach((key, entry) -> {
            if (!keys.contains(key)) {
                throw entry.wrong("is not a key here; the keys are " + String.join(", ", keys));
            }
        });
    }
}
