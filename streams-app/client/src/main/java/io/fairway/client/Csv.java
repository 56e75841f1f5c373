package io.fairway.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;

/** A table as in RFC 4180: a line of names, then values as the API gives them. A missing value is empty. */
final class Csv {
    private static final String END = "\r\n";

    private Csv() {}

    static String of(Table table) {
        List<Column> columns = table.columns().stream()
                .filter(column -> !column.field().isEmpty())
                .toList();
        StringBuilder csv = new StringBuilder();
        csv.append(columns.stream().map(column -> field(column.field())).collect(Collectors.joining(",")))
                .append(END);
        for (JsonNode item : table.items()) {
            csv.append(columns.stream()
                            .map(column -> field(value(column.value().apply(item))))
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

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
