package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Items in columns.
 *
 * <p>A table that is too wide first cuts texts, down to a few characters, then leaves out the least important columns. A
 * number or an instant is never cut, and no line is ever longer than the width.
 */
public record Table(List<Column> columns, List<JsonNode> items) {
    private static final String GAP = "  ";
    /** The least width of a cut text; a text that tells lines apart keeps more. */
    private static final int LEAST = 8;

    private static final int LEAST_OF_KEY = 24;

    public Table {
        columns = List.copyOf(columns);
        items = List.copyOf(items);
    }

    public static Table of(List<Column> columns, Iterable<JsonNode> items) {
        List<JsonNode> list = new ArrayList<>();
        items.forEach(list::add);
        return new Table(columns, list);
    }

    /** A column with its texts, the title first. */
    private record Cells(Column column, List<String> texts, int natural) {
        int least() {
            if (!column.mayBeCut()) {
                return natural;
            }
            return Math.min(natural, column.importance() == Column.KEY ? LEAST_OF_KEY : LEAST);
        }
    }

    /** The lines, with the title, none longer than the width. */
    List<String> lines(int width) {
        List<Cells> all = cells();
        List<Cells> kept = kept(all, width);
        int[] widths = widths(kept, width);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row <= items.size(); row++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < kept.size(); i++) {
                Cells cells = kept.get(i);
                String text = TextWidth.cut(cells.texts().get(row), widths[i]);
                line.append(i == 0 ? "" : GAP)
                        .append(TextWidth.padded(text, widths[i], cells.column().right()));
            }
            lines.add(TextWidth.cut(line.toString().stripTrailing(), width));
        }
        return lines;
    }

    /** Titles of the columns without room in a width. */
    List<String> leftOut(int width) {
        List<Cells> all = cells();
        all.removeAll(kept(all, width));
        return all.stream().map(cells -> cells.column().title()).toList();
    }

    private static List<Cells> kept(List<Cells> all, int width) {
        List<Cells> kept = new ArrayList<>(all);
        while (kept.size() > 1 && room(kept, width) < 0) {
            kept.remove(leastImportant(kept));
        }
        return kept;
    }

    private List<Cells> cells() {
        List<Cells> all = new ArrayList<>();
        for (Column column : columns) {
            if (column.title().isEmpty()) {
                continue;
            }
            List<String> texts = new ArrayList<>();
            texts.add(column.title());
            Function<JsonNode, String> shown = column.among(items);
            items.forEach(item -> texts.add(TextWidth.clean(shown.apply(item))));
            int natural = texts.stream().mapToInt(TextWidth::of).max().orElse(0);
            all.add(new Cells(column, texts, natural));
        }
        return all;
    }

    /** The room in a width beyond the least that the columns need. */
    private static int room(List<Cells> kept, int width) {
        return width - kept.stream().mapToInt(Cells::least).sum() - GAP.length() * (kept.size() - 1);
    }

    /** The least important column; of equal ones, the rightmost. */
    private static int leastImportant(List<Cells> kept) {
        int found = kept.size() - 1;
        for (int i = kept.size() - 2; i >= 0; i--) {
            if (kept.get(i).column().importance() < kept.get(found).column().importance()) {
                found = i;
            }
        }
        return found;
    }

    /** The least of each, and what is left to the most important ones first. */
    private static int[] widths(List<Cells> kept, int width) {
        int[] widths = kept.stream().mapToInt(Cells::least).toArray();
        int room = room(kept, width);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingInt(i -> -kept.get(i).column().importance()));
        for (int i : order) {
            int more = Math.max(0, Math.min(room, kept.get(i).natural() - widths[i]));
            widths[i] += more;
            room -= more;
        }
        return widths;
    }
}
