package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table as in RFC 4180: a line of names, then values as the API gives them. A missing value is empty.
 *
 * <p>CSV is read by terminals and by spreadsheets, and neither may obey a name: control characters appear as {@code ?}, and
 * a text that a spreadsheet would take for a formula begins with an apostrophe.
 */
public final class Csv {
    private static final String END = "\r\n";
    /** What a text begins with that a spreadsheet takes for a formula, or passes over before one. */
    private static final String FORMULA = "=+-@\t\r\n";
    /** Numbers that JSON has as texts are among them: the infinities, and sums beyond a double. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+(\\.\\d+)?([eE][-+]?\\d+)?|Infinity)");

    private Csv() {}

    public static String of(Table table) {
        List<Column> columns = table.columns().stream()
                .filter(column -> !column.field().isEmpty())
                .toList();
        StringBuilder csv = new StringBuilder();
        csv.append(columns.stream().map(column -> field(column.head())).collect(Collectors.joining(",")))
                .append(END);
        for (JsonNode item : table.items()) {
            csv.append(columns.stream()
                            .map(column -> field(column.value().apply(item)))
                            .collect(Collectors.joining(",")))
                    .append(END);
        }
        return csv.toString();
    }

    private static String value(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return "";
        }
        if (node.isNumber()) {
            return Shown.exact(node);
        }
        if (node.isArray() && node.path(0).isTextual()) {
            return Shown.text(node);
        }
        return node.isContainerNode() ? node.toString() : node.asText();
    }

    /** A number is as it is, although it may begin with a sign. */
    private static String field(JsonNode node) {
        String text = value(node);
        return field(node.isNumber() || NUMBER.matcher(text).matches() ? text : harmless(text));
    }

    /** Tabs and ends of lines before a formula do not save it: spreadsheets pass over them. */
    private static String harmless(String text) {
        boolean obeyed = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
        return (obeyed ? "'" : "") + PlainWriter.plain(text);
    }

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
