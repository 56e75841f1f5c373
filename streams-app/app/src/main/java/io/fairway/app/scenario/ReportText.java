package io.fairway.app.scenario;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A report as tables for people. */
public final class ReportText {
    private static final MathContext SHOWN = new MathContext(10);

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
        int[] widths = new int[head.size()];
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
                        i == 0 ? "%-" + Math.max(1, widths[i]) + "s" : "  %" + widths[i] + "s",
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
                            Locale.ROOT, "    %-" + width + "s  %16s  %s", line.name(), text(line.value()), line.how())
                    .stripTrailing());
        }
    }

    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Double number -> text((double) number);
            default -> value.toString();
        };
    }

    private static String text(double number) {
        if (Double.isNaN(number)) {
            return "-";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        BigDecimal shown = new BigDecimal(number).round(SHOWN).stripTrailingZeros();
        return shown.signum() != 0 && (shown.scale() > 14 || shown.precision() - shown.scale() > 15)
                ? shown.toString()
                : shown.toPlainString();
    }
}
