package io.fairway.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a scenario: sections of rows, each row with a key and named values; a value is a text, a Long, a Double or
 * null (not defined). With each row the terms that explain it.
 */
public final class Report {
    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** Rows of one kind, by key. */
    public record Section(Map<String, Row> rows) {}

    /** Values by column, and how they came about. */
    public record Row(Map<String, @Nullable Object> values, List<Line> lines) {
        /** Puts a value. */
        public Row put(String column, @Nullable Object value) {
            values.put(column, value);
            return this;
        }

        /** Puts a number; not a number is not defined. */
        public Row number(String column, double value) {
            return put(column, Double.isNaN(value) ? null : (Double) value);
        }

        /** Adds a line of explanation. */
        public void explain(String name, double value, String how) {
            lines.add(new Line(name, value, how));
        }
    }

    /** One number of an explanation. */
    public record Line(String name, double value, String how) {}

    /** A new row; its key is unique in the section. */
    public Row row(String section, String key) {
        Section rows = sections.computeIfAbsent(section, s -> new Section(new LinkedHashMap<>()));
        Row row = new Row(new LinkedHashMap<>(), new ArrayList<>());
        if (rows.rows().putIfAbsent(key, row) != null) {
            throw new IllegalArgumentException(section + " " + key + ": is there twice");
        }
        return row;
    }

    public Map<String, Section> sections() {
        return sections;
    }
}
