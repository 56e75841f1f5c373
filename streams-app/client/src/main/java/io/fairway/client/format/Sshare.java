package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.Shown;
import io.fairway.client.table.TextPage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Fairshare in the columns of Slurm's sshare, with its options {@code -l}, {@code -m}, {@code -p} and
 * {@code -P}. Columns that Fairway
 * cannot fill (GrpTRESMins, TRESRunMins) are empty.
 */
record Sshare(boolean isLong, boolean partitions, Separation separation, boolean header) {
    /** The separator between columns. */
    enum Separation {
        /** Blanks. */
        COLUMNS,
        /** A bar after every column, {@code -p}. */
        BAR_AFTER,
        /** A bar between columns, {@code -P}. */
        BAR_BETWEEN
    }

    private static final int DECIMALS = 6;

    private record Field(String title, int width, boolean left, Function<JsonNode, String> text) {}

    void print(JsonNode answer, TextPage page) {
        List<Field> fields = fields(answer.path("policy").path("algorithm").asText());
        if (header) {
            page.raw(line(fields, Field::title));
            if (separation == Separation.COLUMNS) {
                page.raw(line(fields, field -> "-".repeat(field.width())));
            }
        }
        List<JsonNode> items = new ArrayList<>();
        answer.path("items").forEach(items::add);
        items.sort(Comparator.comparing(Sshare::place));
        items.forEach(item -> page.raw(line(fields, field -> field.text().apply(item))));
    }

    /** Sorts siblings as sshare does: users before accounts, each by name. */
    private static String place(JsonNode item) {
        String path = item.path("path").asText();
        if (item.path("user").asText().isEmpty()) {
            return (path.equals("/") ? "" : path).replace("/", "\u0001b");
        }
        int user = path.lastIndexOf('/');
        return path.substring(0, user).replace("/", "\u0001b") + "\u0001a" + path.substring(user + 1);
    }

    private List<Field> fields(String algorithm) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("Account", 20, true, Sshare::account));
        fields.add(new Field("User", 10, false, item -> item.path("user").asText()));
        if (partitions) {
            fields.add(new Field(
                    "Partition", 12, false, item -> item.path("partition").asText("")));
        }
        fields.add(new Field("RawShares", 10, false, Sshare::shares));
        fields.add(number("NormShares", 11, "normShares"));
        fields.add(new Field("RawUsage", 11, false, Sshare::usage));
        if (isLong) {
            fields.add(number("NormUsage", 11, "normUsage"));
        }
        fields.add(number("EffectvUsage", 13, "effectiveUsage"));
        fields.add(number("FairShare", 10, "factor"));
        if (isLong) {
            if (algorithm.startsWith("FAIR_TREE")) {
                fields.add(number("LevelFS", 10, "levelFairshare"));
            }
            fields.add(new Field("GrpTRESMins", 30, false, item -> ""));
            fields.add(new Field("TRESRunMins", 30, false, item -> ""));
        }
        return fields;
    }

    private String line(List<Field> fields, Function<Field, String> text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (separation == Separation.COLUMNS) {
                line.append(padded(text.apply(field), field)).append(' ');
            } else {
                boolean last = i == fields.size() - 1;
                line.append(text.apply(field)).append(last && separation == Separation.BAR_BETWEEN ? "" : "|");
            }
        }
        return line.toString();
    }

    /** A text that is too long ends with a plus sign. */
    private static String padded(String text, Field field) {
        String fitting = text.length() <= field.width() ? text : Fixed.cut(text, field.width() - 1) + "+";
        return field.left() ? Fixed.left(fitting, field.width()) : Fixed.right(fitting, field.width());
    }

    private static Field number(String title, int width, String member) {
        return new Field(title, width, false, item -> {
            String shown = Shown.fixed(item.path(member), DECIMALS);
            return shown.equals(Shown.NONE) ? "" : shown;
        });
    }

    private static String account(JsonNode item) {
        return " ".repeat(item.path("depth").asInt()) + item.path("account").asText();
    }

    private static String shares(JsonNode item) {
        if (item.path("depth").asInt() == 0) {
            return "";
        }
        return item.path("shares").isNull() ? "parent" : item.path("shares").asText();
    }

    private static String usage(JsonNode item) {
        JsonNode usage = item.path("rawUsage");
        return usage.isNumber()
                ? new BigDecimal(usage.doubleValue()).toBigInteger().toString()
                : "";
    }
}
