package io.fairway.scenario;

import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.Sum;
import io.fairway.policies.explain.Wording;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A row with its explanation, for people: formula, summands, terms, what would change it, when it recovers. */
public final class ExplanationText {
    private ExplanationText() {}

    /** Prints the explanation of a row. */
    public static void print(Subject subject, PrintWriter out) {
        String headline = subject.headline();
        out.println(subject.section() + " " + subject.key() + (headline == null ? "" : ": " + headline));
        Outlook outlook = subject.row().outlook();
        if (outlook != null) {
            out.println("  " + outlook.formula());
            Sum sum = outlook.sum();
            if (sum != null && !sum.parts().isEmpty()) {
                out.println();
                print(sum, out);
            }
        }
        terms(subject.row(), out);
        if (outlook != null) {
            sentences("What would change it", outlook.changes(), out);
            sentences("When it recovers", outlook.recovery(), out);
        }
    }

    private static void print(Sum sum, PrintWriter out) {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of("term", "weight", "value", "contribution", "part"));
        for (Sum.Part part : sum.parts()) {
            row(part, "", percent(sum.percent(part)), table);
            part.parts().forEach(below -> row(below, "  ", "", table));
        }
        table.add(List.of(sum.of(), "", "", Wording.number(sum.total()), ""));
        ReportText.table(table, 1, out);
    }

    private static void row(Sum.Part part, String indent, String percent, List<List<String>> table) {
        table.add(List.of(
                indent + part.name(),
                Wording.number(part.weight()),
                Wording.number(part.value()),
                Wording.number(part.contribution()),
                percent));
    }

    private static String percent(double percent) {
        return Double.isNaN(percent) ? "-" : String.format(java.util.Locale.ROOT, "%.1f %%", percent);
    }

    private static void terms(Report.Row row, PrintWriter out) {
        if (row.lines().isEmpty()) {
            return;
        }
        out.println();
        out.println("  How it is computed");
        List<List<String>> table = new ArrayList<>();
        for (Report.Line line : row.lines()) {
            table.add(List.of("  " + line.name(), Wording.number(line.value()), line.how()));
        }
        ReportText.table(table, 3, out);
    }

    private static void sentences(String title, List<String> sentences, PrintWriter out) {
        if (!sentences.isEmpty()) {
            out.println();
            out.println("  " + title);
            sentences.forEach(sentence -> out.println("    " + sentence));
        }
    }
}
