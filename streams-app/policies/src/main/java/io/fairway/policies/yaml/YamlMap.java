package io.fairway.policies.yaml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map whose keys are known: what was not asked for when {@link #done} is called is an error. */
public final class YamlMap {
    private final YamlValue value;
    private final Map<String, YamlValue> entries;
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * Some entries of a map.
     *
     * @param value where the map is said
     */
    public YamlMap(YamlValue value, Map<String, YamlValue> entries) {
        this.value = value;
        this.entries = entries;
    }

    /** The value of a key; null when it is not there. */
    public @Nullable YamlValue find(String key) {
        known.add(key);
        return entries.get(key);
    }

    public boolean has(String key) {
        return find(key) != null;
    }

    /** The value of a key that must be there. */
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

    /** The entries of a key that holds names; none when it is not there. */
    public Map<String, YamlValue> entries(String key) {
        return or(key, YamlValue::entries, Map.of());
    }

    /** The elements of a key that holds a list; none when it is not there. */
    public List<YamlValue> list(String key) {
        return or(key, YamlValue::list, List.of());
    }

    /** What a key holds, or something else when it is not there. */
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

    /** What is wrong with the map. */
    public IllegalArgumentException wrong(String rule) {
        return value.wrong(rule);
    }

    /** Runs what may refuse a value, and says where the map stands if it does. */
    public <T> T checked(Supplier<T> action) {
        return value.checked(action);
    }

    /** Refuses keys that nobody asked for. */
    public void done() {
        entries.forEach((key, entry) -> {
            if (!known.contains(key)) {
                throw entry.wrong("is not a key here; known are " + String.join(", ", known));
            }
        });
    }
}
