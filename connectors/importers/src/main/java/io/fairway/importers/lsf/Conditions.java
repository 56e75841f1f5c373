package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import io.fairway.importers.SourceLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The directives {@code #if}, {@code #elif}, {@code #else} and {@code #endif}. LSF evaluates their conditions again and again
 * (times of day); here what holds outside of them is read: what follows {@code #else}.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Automatic time-based configuration.
 */
final class Conditions {
    private Conditions() {}

    /** The lines that hold outside of all conditions. */
    static List<SourceLine> outside(List<SourceLine> lines, ImportReport report) {
        List<SourceLine> held = new ArrayList<>();
        Deque<Boolean> skipping = new ArrayDeque<>();
        for (SourceLine line : lines) {
            String word = line.text().split("[\\s(]", 2)[0];
            boolean open = !skipping.isEmpty();
            switch (word) {
                case "#if" -> {
                    skipping.push(true);
                    report.unsupported(
                            line.place(),
                            line.text() + ": conditions; what follows #else is read, as if it did not hold");
                }
                case "#elif", "#else" -> {
                    if (open) {
                        skipping.pop();
                        skipping.push(word.equals("#elif"));
                    } else {
                        report.error(line.place(), word + ": there is no #if before it");
                    }
                }
                case "#endif" -> {
                    if (open) {
                        skipping.pop();
                    } else {
                        report.error(line.place(), word + ": there is no #if before it");
                    }
                }
                default -> {
                    // What else looks like a directive (#IF, #INCLUDE without a name) is a comment.
                    if (!skipping.contains(true) && !line.text().startsWith("#")) {
                        held.add(line);
                    }
                }
            }
        }
        if (!skipping.isEmpty()) {
            report.error(lines.get(lines.size() - 1).place(), "an #if has no #endif");
        }
        return held;
    }
}
