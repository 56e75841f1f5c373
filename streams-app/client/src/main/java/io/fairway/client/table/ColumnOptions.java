package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The columns to print, and the one to sort by. */
public final class ColumnOptions {
    @Option(
            names = {"-o", "--format"},
            paramLabel = "COLUMN,...",
            description = "Print these columns, in this order. A wrong name prints all names.")
    private @Nullable String format;

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "[-]COLUMN",
            preprocessor = SortColumn.class,
            description = "Sort by this column; with a minus, the largest first.")
    private @Nullable String sort;

    /** The names of the columns; none = all columns. */
    public List<String> columns() {
        return of(format);
    }

    /** The column to sort by; {@code null} = the order of the answer. */
    public @Nullable String sort() {
        return sort;
    }

    /** The names in a list with commas. */
    public static List<String> of(@Nullable String format) {
        return format == null ? List.of() : List.of(format.split(",", -1));
    }

    /**
     * The table with these columns alone.
     *
     * @throws ParameterException with all names, if a name is none
     */
    public static Table only(CommandSpec spec, Table table, List<String> columns) {
        try {
            return columns.isEmpty() ? table : ColumnNames.only(table, columns);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The lines of a table in the order of a column.
     *
     * @throws ParameterException with all names, if it is none
     */
    public static List<JsonNode> sorted(CommandSpec spec, Table table, String order) {
        try {
            return ColumnNames.sorted(table, order);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
