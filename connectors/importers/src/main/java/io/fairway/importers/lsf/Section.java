package io.fairway.importers.lsf;

import io.fairway.importers.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A section {@code Begin X ... End X}. A section with a {@code KEY = value} on each line has one row. A section with a
 * line of column names has a row for each line after it.
 *
 * @param kind the word after Begin, in its spelling
 * @param rows values by keyword in upper case; without the {@code ()} and {@code -} of a column, which stand for the
 *     default
 */
record Section(String kind, Place place, List<Row> rows) {
    /** A row. */
    record Row(Place place, Map<String, Value> values) {
        @Nullable
        Value find(String keyword) {
            return values.get(keyword);
        }

        /** The text of a keyword; empty for a missing one. */
        String text(String keyword) {
            Value value = values.get(keyword);
            return value == null ? "" : value.text();
        }
    }

    /** A value and its place. */
    record Value(Place place, String text) {}
}
