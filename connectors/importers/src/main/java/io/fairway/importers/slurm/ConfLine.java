package io.fairway.importers.slurm;

import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of slurm.conf: {@code Key=Value} pairs between blanks, keys in any case, values plain or in quotation marks.
 *
 * @param entries values by key in lower case, in order; the first is the subject of the line
 * @param spelled the keys in their spelling, by key in lower case
 */
record ConfLine(Place place, Map<String, String> entries, Map<String, String> spelled) {
    private static final Pattern PAIR =
            Pattern.compile("\\G\\s*([A-Za-z_][\\w/]*)\\s*[+*-]?=\\s*(?:\"([^\"]*)\"|([^\\s\"]*))(?=\\s|$)");

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException for another form, or a repeated key
     */
    static ConfLine parse(SourceLine line) {
        Map<String, String> entries = new LinkedHashMap<>();
        Map<String, String> spelled = new LinkedHashMap<>();
        Matcher pair = PAIR.matcher(line.text());
        int end = 0;
        while (end < line.text().length() && pair.find()) {
            String key = String.valueOf(pair.group(1));
            String value = pair.group(2) != null ? pair.group(2) : String.valueOf(pair.group(3));
            if (entries.put(key.toLowerCase(Locale.ROOT), String.valueOf(value)) != null) {
                throw new IllegalArgumentException("\"" + line.text() + "\": must have " + key + " only once");
            }
            spelled.put(key.toLowerCase(Locale.ROOT), key);
            end = pair.end();
        }
        if (!line.text().substring(end).isBlank()) {
            throw new IllegalArgumentException("\"" + line.text().substring(end).strip()
                    + "\": must be Key=Value, a value with blanks in quotation marks");
        }
        return new ConfLine(line.place(), entries, spelled);
    }

    /** The first key of the line, in lower case. */
    String subject() {
        return entries.keySet().iterator().next();
    }

    @Nullable
    String get(String key) {
        return entries.get(key.toLowerCase(Locale.ROOT));
    }

    String get(String key, String otherwise) {
        return entries.getOrDefault(key.toLowerCase(Locale.ROOT), otherwise);
    }

    /** This line, with the values of another one where it has none. */
    ConfLine over(@Nullable ConfLine defaults) {
        if (defaults == null) {
            return this;
        }
        Map<String, String> all = new LinkedHashMap<>(entries);
        defaults.entries.forEach(all::putIfAbsent);
        return new ConfLine(place, all, spelled);
    }

    /** The keys in their spelling. */
    List<String> keys() {
        return new ArrayList<>(spelled.values());
    }
}
