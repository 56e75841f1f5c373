package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Columns by name, as {@code --format} and {@code --sort} have them: the title in tables, or the name in CSV. */
final class ColumnNames {
    private ColumnNames() {}

    /**
     * The table with these columns alone, in this order.
     *
     * @throws IllegalArgumentException with all names, if a name is none
     */
    static Table only(Table table, List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            Column found = find(table.columns(), name);
            // Without a line nobody knows all columns: those of terms come from the jobs.
            if (found == null && !table.items().isEmpty()) {
                throw new IllegalArgumentException("--format " + String.join(",", names) + ": " + unknown(name, table));
            }
            columns.add(found == null ? Column.text(name.toUpperCase(Locale.ROOT), name) : named(found));
        }
        return new Table(columns, table.items());
    }

    /**
     * The lines in the order of a column.
     *
     * @param order the name of the column; a minus before it turns the order around
     * @throws IllegalArgumentException with all names, if it is none
     */
    static List<JsonNode> sorted(Table table, String order) {
        boolean falling = order.startsWith("-");
        Column by = find(table.columns(), falling ? order.substring(1) : order);
        if (by == null) {
            if (table.items().isEmpty()) {
                return List.of();
            }
            throw new IllegalArgumentException(
                    "--sort " + order + ": " + unknown(falling ? order.substring(1) : order, table));
        }
        Function<JsonNode, JsonNode> value = named(by).value();
        Comparator<JsonNode> rising = Comparator.comparing(value, ColumnNames::compare);
        Comparator<JsonNode> wanted = falling ? rising.reversed() : rising;
        List<JsonNode> sorted = new ArrayList<>(table.items());
        // What has no value comes last, in either order.
        sorted.sort(Comparator.<JsonNode, Boolean>comparing(item -> isNothing(value.apply(item)))
                .thenComparing(wanted));
        return sorted;
    }

    private static @Nullable Column find(List<Column> columns, String name) {
        for (Column column : columns) {
            if (column.field().equalsIgnoreCase(name)) {
                return column;
            }
        }
        for (Column column : columns) {
            if (!column.title().isEmpty() && title(column).equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /** With a title and a field: a column of CSV alone has no title, and one of tables alone no field. */
    private static Column named(Column column) {
        String name = name(column);
        Column titled = column.title().isEmpty() ? column.titled(name.toUpperCase(Locale.ROOT)) : column;
        return column.field().isEmpty() ? titled.inCsv(name) : titled;
    }

    private static String name(Column column) {
        String title = title(column);
        return title.isEmpty() || (title.contains(" ") && !column.field().isEmpty())
                ? column.field()
                : title.toLowerCase(Locale.ROOT);
    }

    /** Without its unit. */
    private static String title(Column column) {
        return column.title().replaceFirst(" \\[.*]$", "");
    }

    private static String unknown(String name, Table table) {
        Set<String> names = new LinkedHashSet<>();
        table.columns().forEach(column -> names.add(name(column)));
        String meant = meant(name, names);
        return "no column '" + name + "'" + (meant.isEmpty() ? "" : ", did you mean " + meant + "?") + "; there are "
                + String.join(", ", names);
    }

    /** Picocli knows which of several names a word resembles. */
    private static String meant(String name, Set<String> names) {
        CommandSpec columns = CommandSpec.create();
        names.stream()
                .filter(one -> one.matches("[\\w.]+"))
                .forEach(one -> columns.addSubcommand(one, CommandSpec.create()));
        List<String> alike = new UnmatchedArgumentException(new CommandLine(columns), List.of(name)).getSuggestions();
        return alike.isEmpty() ? "" : alike.get(0);
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value instanceof TextNode text && text.asText().isEmpty());
    }

    /** Numbers by their size, infinite ones too; then texts, by their letters. */
    private static int compare(JsonNode one, JsonNode other) {
        int bySize = Double.compare(number(one), number(other));
        return bySize == 0 ? Shown.text(one).compareTo(Shown.text(other)) : bySize;
    }

    private static double number(JsonNode node) {
        try {
            return node.isNumber() ? node.doubleValue() : Double.parseDouble(node.asText());
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
