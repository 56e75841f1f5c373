package io.fairway.scenario.report;

import io.fairway.policies.explain.Outlook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a scenario: sections of rows, each with a key and named values. A value is a text, a Long, a Double or null
 * (undefined). Each row has the terms that explain it, and what would change it.
 */
public final class Report {
    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** Rows of one kind, by key. */
    public record Section(Map<String, Row> rows) {}

    /** Values by column, and how they are computed. */
    public static final class Row {
        private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
        private final List<Line> lines = new ArrayList<>();
        private @Nullable Outlook outlook;

        private Row() {}

        public Map<String, @Nullable Object> values() {
            return values;
        }

        public List<Line> lines() {
            return lines;
        }

        /** What would change it; {@code null} = no explanation. */
        public @Nullable Outlook outlook() {
            return outlook;
        }

        /** Puts a value. */
        public Row put(String column, @Nullable Object value) {
            values.put(column, value);
            return this;
        }

        /** Puts a number; not a number = undefined. */
        public Row number(String column, double value) {
            return put(column, Double.isNaN(value) ? null : (Double) value);
        }

        /** Adds a line of explanation. */
        public void explain(String name, double value, String how) {
            lines.add(new Line(name, value, how));
        }

        /** Sets what would change it; {@code null} = nothing is known. */
        public void outlook(@Nullable Outlook outlook) {
            this.outlook = outlook;
        }
    }

    /** One number of an explanation. */
    public record Line(String name, double value, String how) {}

    /** A new row; its key is unique in the section. */
    public Row row(String section, String key) {
        Section rows = sections.computeIfAbsent(section, s -> new Section(new LinkedHashMap<>()));
        Row row = new Row();
        if (rows.rows().putIfAbsent(key, row) != null) {
            throw new IllegalArgumentException(section + " " + key + ": exists twice");
        }
        return row;
    }

    public Map<String, Section> sections() {
        return sections;
    }
}
