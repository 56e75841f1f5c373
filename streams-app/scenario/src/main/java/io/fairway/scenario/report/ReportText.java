package io.fairway.scenario.report;

import io.fairway.policies.explain.Wording;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A report as tables for people. */
public final class ReportText {
    private ReportText() {}

    /** Prints a report. */
    public static void print(Report report, boolean explain, PrintWriter out) {
        report.sections().forEach((name, section) -> {
            out.println(name);
            print(section, out);
            if (explain) {
                section.rows().forEach((key, row) -> explain(key, row, out));
            }
            out.println();
        });
    }

    private static void print(Report.Section section, PrintWriter out) {
        Set<String> columns = new LinkedHashSet<>();
        section.rows().values().forEach(row -> columns.addAll(row.values().keySet()));
        List<List<String>> table = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(columns);
        table.add(head);
        section.rows().forEach((key, row) -> {
            List<String> line = new ArrayList<>(List.of(key));
            columns.forEach(column -> line.add(text(row.values().get(column))));
            table.add(line);
        });
        table(table, 1, out);
    }

    /** Prints the rows of a table, including its head; the first {@code left} columns are aligned to the left. */
    public static void table(List<List<String>> table, int left, PrintWriter out) {
        int[] widths = new int[table.get(0).size()];
        for (List<String> line : table) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : table) {
            StringBuilder text = new StringBuilder("  ");
            for (int i = 0; i < widths.length; i++) {
                text.append(String.format(
                        Locale.ROOT,
                        (i == 0 ? "%" : "  %") + (i < left ? "-" : "") + Math.max(1, widths[i]) + "s",
                        line.get(i)));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static void explain(String key, Report.Row row, PrintWriter out) {
        if (row.lines().isEmpty()) {
            return;
        }
        out.println();
        out.println("  " + key);
        int width = row.lines().stream()
                .mapToInt(line -> line.name().length())
                .max()
                .orElse(0);
        for (Report.Line line : row.lines()) {
            out.println(String.format(
                            Locale.ROOT,
                            "    %-" + width + "s  %16s  %s",
                            line.name(),
                            Wording.number(line.value()),
                            line.how())
                    .stripTrailing());
        }
    }

    public static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Double number -> Wording.number(number);
            default -> value.toString();
        };
    }
}
