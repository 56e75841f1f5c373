package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import io.fairway.importers.SourceLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The directives {@code #if}, {@code #elif}, {@code #else} and {@code #endif}. LSF evaluates their conditions again and
 * again (times of day). The importer reads the lines that apply outside of them: those after {@code #else}.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Automatic time-based configuration.
 */
final class Conditions {
    private Conditions() {}

    /** The lines that apply outside of all conditions. */
    static List<SourceLine> outside(List<SourceLine> lines, ImportReport report) {
        List<SourceLine> outside = new ArrayList<>();
        Deque<Boolean> skipping = new ArrayDeque<>();
        for (SourceLine line : lines) {
            String word = line.text().split("[\\s(]", 2)[0];
            boolean open = !skipping.isEmpty();
            switch (word) {
                case "#if" -> {
                    skipping.push(true);
                    report.unsupported(
                            line.place(),
                            line.text()
                                    + ": conditions; the import reads the lines after #else, as if the condition is false");
                }
                case "#elif", "#else" -> {
                    if (open) {
                        skipping.pop();
                        skipping.push(word.equals("#elif"));
                    } else {
                        report.error(line.place(), word + ": must follow an #if");
                    }
                }
                case "#endif" -> {
                    if (open) {
                        skipping.pop();
                    } else {
                        report.error(line.place(), word + ": must follow an #if");
                    }
                }
                default -> {
                    // Any other line that looks like a directive (#IF, #INCLUDE without a name) is a comment.
                    if (!skipping.contains(true) && !line.text().startsWith("#")) {
                        outside.add(line);
                    }
                }
            }
        }
        if (!skipping.isEmpty()) {
            report.error(lines.get(lines.size() - 1).place(), "an #if must have an #endif");
        }
        return outside;
    }
}
