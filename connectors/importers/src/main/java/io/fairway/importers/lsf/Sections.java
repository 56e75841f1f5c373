package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits the lines of an LSF file into sections.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.queues, lsb.users, lsb.hosts.
 */
final class Sections {
    private static final Pattern BEGIN = Pattern.compile("(?i)(Begin|End)\\s+(\\w+)");
    private static final Pattern PAIR = Pattern.compile("(\\w+)\\s*=\\s*(.*)");
    /** A word, or a text in round brackets, nested or not. */
    private static final Pattern CELL =
            Pattern.compile("\\((?:[^()]|\\([^()]*\\))*\\)|[^\\s()]+(?:\\([^()]*\\)[^\\s()]*)*");

    private Sections() {}

    static List<Section> read(List<SourceLine> lines, ImportReport report) {
        List<Section> sections = new ArrayList<>();
        @Nullable SourceLine begin = null;
        List<SourceLine> within = new ArrayList<>();
        for (SourceLine line : lines) {
            Matcher mark = BEGIN.matcher(line.text());
            if (!mark.matches()) {
                if (begin == null) {
                    report.warning(line.place(), "\"" + line.text() + "\": must be in a section");
                } else {
                    within.add(line);
                }
            } else if ("begin".equalsIgnoreCase(mark.group(1))) {
                if (begin != null) {
                    report.error(line.place(), line.text() + ": must come after an End for " + begin.text());
                }
                begin = line;
                within.clear();
            } else if (begin == null || !kind(begin).equalsIgnoreCase(mark.group(2))) {
                report.error(line.place(), line.text() + ": must follow a Begin of the section");
            } else {
                sections.add(section(begin, within, report));
                begin = null;
            }
        }
        if (begin != null) {
            report.error(begin.place(), begin.text() + ": must have an End");
        }
        return sections;
    }

    private static String kind(SourceLine begin) {
        return begin.text().split("\\s+", 2)[1];
    }

    private static Section section(SourceLine begin, List<SourceLine> lines, ImportReport report) {
        List<Section.Row> rows = new ArrayList<>();
        if (!lines.isEmpty() && PAIR.matcher(lines.get(0).text()).matches()) {
            rows.add(pairs(begin.place(), lines, report));
        } else if (!lines.isEmpty()) {
            List<String> columns = cells(lines.get(0).text());
            for (SourceLine line : lines.subList(1, lines.size())) {
                row(columns, line, rows, report);
            }
        }
        return new Section(kind(begin), begin.place(), rows);
    }

    private static Section.Row pairs(Place place, List<SourceLine> lines, ImportReport report) {
        Map<String, Section.Value> values = new LinkedHashMap<>();
        for (SourceLine line : lines) {
            Matcher pair = PAIR.matcher(line.text());
            String keyword = pair.matches() ? pair.group(1) : null;
            if (keyword == null) {
                report.error(line.place(), "\"" + line.text() + "\": must be KEYWORD = value");
                continue;
            }
            String text = String.valueOf(pair.group(2)).strip().replaceAll("^\"(.*)\"$", "$1");
            Section.Value before = values.put(keyword.toUpperCase(Locale.ROOT), new Section.Value(line.place(), text));
            if (before != null) {
                report.warning(
                        line.place(),
                        keyword + " is also at " + before.place() + "; the last one, \"" + text + "\", applies");
            }
        }
        return new Section.Row(place, values);
    }

    private static void row(List<String> columns, SourceLine line, List<Section.Row> rows, ImportReport report) {
        List<String> cells = cells(line.text());
        if (cells.size() != columns.size()) {
            report.error(
                    line.place(),
                    "\"" + line.text() + "\": has " + cells.size() + " columns, but must have the section's "
                            + columns.size() + ": " + String.join(" ", columns));
            return;
        }
        Map<String, Section.Value> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            String text = cells.get(i).strip();
            if (text.startsWith("(") && text.endsWith(")")) {
                text = text.substring(1, text.length() - 1).strip();
            }
            if (!text.isEmpty() && !text.equals("-")) {
                values.put(columns.get(i).toUpperCase(Locale.ROOT), new Section.Value(line.place(), text));
            }
        }
        rows.add(new Section.Row(line.place(), values));
    }

    private static List<String> cells(String text) {
        List<String> cells = new ArrayList<>();
        Matcher cell = CELL.matcher(text);
        while (cell.find()) {
            cells.add(cell.group());
        }
        return cells;
    }
}
