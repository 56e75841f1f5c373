package io.fairway.readers.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line with more fields than columns: users typed what separates the fields. The surplus belongs to the free texts.
 *
 * <ol>
 *   <li>Free texts stand in stretches of adjacent columns. Between two stretches, all columns are moved by what the stretches
 *       before took of the surplus.
 *   <li>Of all ways to share the surplus out, those are possible in which times are times, states are states, numbers are
 *       numbers ({@link SacctField#fits}).
 *   <li>A column is certain if it has one value in all possible ways.
 * </ol>
 */
final class SacctSurplus {
    private final Map<SacctField, Integer> places;
    private final List<int[]> stretches;
    private final List<String> values;
    private final int surplus;
    /** Whether the columns before a stretch, and those after the last one, may be moved by so many fields. */
    private final boolean[][] may;

    /**
     * @param places column of each field
     * @param stretches first and last column of each stretch of free texts
     * @param values the fields of the line
     * @param surplus number of fields that are too many
     */
    SacctSurplus(Map<SacctField, Integer> places, List<int[]> stretches, List<String> values, int surplus) {
        this.places = places;
        this.stretches = stretches;
        this.values = values;
        this.surplus = surplus;
        may = new boolean[stretches.size() + 1][surplus + 1];
        may[0][0] = fits(0, 0);
        for (int i = 1; i < may.length; i++) {
            boolean reached = false;
            for (int moved = 0; moved <= surplus; moved++) {
                reached |= may[i - 1][moved];
                boolean whole = i < stretches.size() || moved == surplus;
                may[i][moved] = reached && whole && fits(i, moved);
            }
        }
        for (int i = stretches.size() - 1; i >= 0; i--) {
            boolean goesOn = false;
            for (int moved = surplus; moved >= 0; moved--) {
                goesOn |= may[i + 1][moved];
                may[i][moved] &= goesOn;
            }
        }
    }

    private int first(int part) {
        return part == 0 ? 0 : stretches.get(part - 1)[1] + 1;
    }

    private int end(int part) {
        return part < stretches.size() ? stretches.get(part)[0] : values.size() - surplus;
    }

    private boolean fits(int part, int moved) {
        return places.entrySet().stream()
                .filter(field -> field.getValue() >= first(part) && field.getValue() < end(part))
                .allMatch(field -> field.getKey().fits(values.get(field.getValue() + moved)));
    }

    /** Whether there is a way. */
    boolean isPossible() {
        return may[0][0];
    }

    /**
     * The value of each column; null where it is not certain.
     *
     * @param separator what users typed, for a text that has all of it
     */
    List<@Nullable String> certain(String separator) {
        List<@Nullable String> certain = new ArrayList<>();
        for (int part = 0; part < may.length; part++) {
            for (int column = first(part); column < end(part); column++) {
                certain.add(value(part, column));
            }
            if (part < stretches.size()) {
                addTexts(part, separator, certain);
            }
        }
        return certain;
    }

    private @Nullable String value(int part, int column) {
        String only = null;
        for (int moved = 0; moved <= surplus; moved++) {
            if (may[part][moved]) {
                String value = values.get(column + moved);
                if (only != null && !only.equals(value)) {
                    return null;
                }
                only = value;
            }
        }
        return only;
    }

    /** The texts of a stretch are certain where it is alone or took nothing. */
    private void addTexts(int part, String separator, List<@Nullable String> certain) {
        int[] stretch = stretches.get(part);
        int before = only(part);
        int after = only(part + 1);
        for (int column = stretch[0]; column <= stretch[1]; column++) {
            if (before < 0 || after < 0 || (after > before && stretch[1] > stretch[0])) {
                certain.add(null);
            } else {
                certain.add(String.join(separator, values.subList(column + before, column + after + 1)));
            }
        }
    }

    /** The only number of fields by which columns may be moved; -1 if there are several. */
    private int only(int part) {
        int only = -1;
        for (int moved = 0; moved <= surplus; moved++) {
            if (may[part][moved]) {
                if (only >= 0) {
                    return -1;
                }
                only = moved;
            }
        }
        return only;
    }
}
