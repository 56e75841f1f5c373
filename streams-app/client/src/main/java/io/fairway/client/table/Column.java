package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a list, in tables and in CSV.
 *
 * @param title head in tables
 * @param field name in CSV; its head has the unit, too
 * @param right whether it is aligned to the right, as numbers are; without room it is left out, but never cut
 * @param importance where there is no room, columns of the least importance are left out first
 * @param value the value in CSV
 * @param shown the text in tables
 * @param kind how the table treats it
 */
public record Column(
        String title,
        String field,
        boolean right,
        int importance,
        Function<JsonNode, JsonNode> value,
        Function<JsonNode, String> shown,
        Kind kind) {
    /** How a table treats the values of a column. */
    public enum Kind {
        /** Values as the column shows them. */
        PLAIN,
        /** An instant. It is never cut: half of one says nothing. */
        INSTANT,
        /** TRES-seconds, shown as hours. The largest value of the table sets the number of decimals. */
        HOURS,
        /** Numbers without decimals, if none of the table needs any. */
        AMOUNT
    }

    /** Importance of a column that always stays. */
    public static final int KEY = 100;

    private static final int USUAL = 50;

    /** The partition of associations, if any of the answer's items has one. */
    public static Optional<Column> partition(JsonNode answer) {
        for (JsonNode item : answer.path("items")) {
            if (item.hasNonNull("partition")) {
                return Optional.of(text("PARTITION", "partition").importance(KEY));
            }
        }
        return Optional.empty();
    }

    /** A text that is a member of the item. */
    public static Column text(String title, String field) {
        return text(title, field, item -> item.path(field));
    }

    /** A text. */
    public static Column text(String title, String field, Function<JsonNode, JsonNode> value) {
        return new Column(title, field, false, USUAL, value, item -> Shown.text(value.apply(item)), Kind.PLAIN);
    }

    /** A text that a function makes of the item. */
    public static Column made(String title, String field, Function<JsonNode, String> text) {
        return text(title, field, item -> TextNode.valueOf(text.apply(item)));
    }

    /** A member that is a number, shown in some way. */
    public static Column number(String title, String field, Function<JsonNode, String> shown) {
        return number(title, field, item -> item.path(field), shown);
    }

    /** A number, shown in some way. */
    public static Column number(
            String title, String field, Function<JsonNode, JsonNode> value, Function<JsonNode, String> shown) {
        return new Column(title, field, true, USUAL, value, item -> shown.apply(value.apply(item)), Kind.PLAIN);
    }

    /** A member that is an instant. */
    public static Column instant(String title, String field) {
        return new Column(
                title,
                field,
                false,
                USUAL,
                item -> item.path(field),
                item -> Shown.instant(item.path(field)),
                Kind.INSTANT);
    }

    /** A member in TRES-seconds, shown in TRES-hours. */
    public static Column hours(String title, String field) {
        return number(title, field, Shown::hours).of(Kind.HOURS);
    }

    /** A number, rounded for people in the same way in all lines. */
    public static Column amount(String title, String field, Function<JsonNode, JsonNode> value) {
        return number(title, field, value, Terms::rounded).of(Kind.AMOUNT);
    }

    /** The head in CSV, with the unit of its values. */
    String head() {
        return kind == Kind.HOURS ? field + "_tres_s" : field;
    }

    /** The texts of these items in a table. */
    Function<JsonNode, String> among(List<JsonNode> items) {
        return switch (kind) {
            case PLAIN, INSTANT -> shown;
            case HOURS -> {
                double most = items.stream()
                        .mapToDouble(item -> Math.abs(value.apply(item).asDouble()))
                        .max()
                        .orElse(0);
                yield item -> Shown.hours(value.apply(item), Shown.decimalsOfHours(most));
            }
            case AMOUNT ->
                items.stream().map(value).noneMatch(Terms::needsDecimals)
                        ? item -> Shown.fixed(value.apply(item), 0)
                        : shown;
        };
    }

    /** Whether a text may be cut to fit. */
    boolean mayBeCut() {
        return !right && kind != Kind.INSTANT;
    }

    private Column of(Kind other) {
        return new Column(title, field, right, importance, value, shown, other);
    }

    /** Of another importance. */
    public Column importance(int other) {
        return new Column(title, field, right, other, value, shown, kind);
    }

    /** The same column, shown in another way. */
    public Column as(Function<JsonNode, String> other) {
        return new Column(title, field, right, importance, value, other, Kind.PLAIN);
    }

    /** A column of tables only: CSV has its content in other columns. */
    public Column tableOnly() {
        return new Column(title, "", right, importance, item -> MissingNode.getInstance(), shown, Kind.PLAIN);
    }

    /** With a title, which a column of CSV alone lacks. */
    Column titled(String other) {
        return new Column(other, field, right, importance, value, shown, kind);
    }

    /** With a name in CSV, which a column of tables alone lacks. Its value is the one it has, else its text. */
    Column inCsv(String name) {
        Function<JsonNode, JsonNode> told = item -> {
            JsonNode node = value.apply(item);
            return node.isMissingNode() ? TextNode.valueOf(shown.apply(item).strip()) : node;
        };
        return new Column(title, name, right, importance, told, shown, kind);
    }

    /** A column of CSV only. */
    public Column csvOnly() {
        return new Column("", field, right, importance, value, shown, Kind.PLAIN);
    }
}
