package io.fairway.importers.lsf;

import io.fairway.importers.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A section {@code Begin X ... End X}. One with a {@code KEY = value} on each line has one row; one with a line of column
 * names has a row per line after it.
 *
 * @param kind what follows Begin, as it is written
 * @param rows values by keyword in upper case; {@code ()} and {@code -} in a column are left out: the default holds
 */
record Section(String kind, Place place, List<Row> rows) {
    /** A row. */
    record Row(Place place, Map<String, Value> values) {
        @Nullable
        Value find(String keyword) {
            return values.get(keyword);
        }

        /** The text of a keyword; empty if it is not there. */
        String text(String keyword) {
            Value value = values.get(keyword);
            return value == null ? "" : value.text();
        }
    }

    /** A value and where it stands. */
    record Value(Place place, String text) {}
}
