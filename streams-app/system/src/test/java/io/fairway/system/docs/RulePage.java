package io.fairway.system.docs;

import io.fairway.engine.Document;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Section 11 of {@code docs/policies.md}. People write the rules there: their rows, text and code.
 * The tests' annotations give the column <i>test on the stream</i>, and all of it the counts at the head of the section.
 */
final class RulePage {
    static final String HEADER = "| rows | rule | code | test on the stream |";
    private static final String NONE = "-";
    private static final String BEGIN = "<!-- rows -->";
    private static final String END = "<!-- /rows -->";
    private static final int CELLS = 4;
    private static final int ON_THE_STREAM = 3;

    /** Where a rule works. Of one that is not all on the stream, the end of the rule's cell says so, with the reason. */
    enum Where {
        STREAM(""),
        HOLE(" (with a hole: "),
        EVALUATE(" (evaluate only: "),
        NOWHERE(" (not at all: ");

        private final String text;

        Where(String text) {
            this.text = text;
        }

        static Where of(String cell) {
            for (Where where : values()) {
                if (where != STREAM && cell.contains(where.text)) {
                    return where;
                }
            }
            return STREAM;
        }

        /** What the cell says before that. */
        String rule(String cell) {
            return this == STREAM ? cell : cell.substring(0, cell.indexOf(text));
        }

        String reason(String cell) {
            return cell.substring(cell.indexOf(text) + text.length(), cell.lastIndexOf(')'));
        }
    }

    /**
     * A line of a table.
     *
     * @param line where on the page it is, from 0
     */
    record Row(Document document, Set<Integer> rows, List<String> cells, int line) {
        String rule() {
            return where().rule(cells.get(1));
        }

        Where where() {
            return Where.of(cells.get(1));
        }

        String reason() {
            return where().reason(cells.get(1));
        }

        String code() {
            return cells.get(2);
        }

        @Override
        public String toString() {
            return document + " " + cells.get(0) + ", " + rule();
        }
    }

    private final List<String> lines;
    private final List<Row> rows = new ArrayList<>();

    RulePage(String page) {
        lines = List.of(page.split("\n", -1));
        Document document = null;
        boolean inside = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            for (Document each : Document.values()) {
                if (line.matches("### 11\\.\\d+ .*") && line.endsWith(" " + each.title())) {
                    document = each;
                }
            }
            inside = document != null && (line.equals(HEADER) || (inside && line.startsWith("|")));
            if (inside && document != null && !line.equals(HEADER) && !line.startsWith("|---")) {
                List<String> cells = cells(line);
                rows.add(new Row(document, RowNumbers.of(cells.get(0)), cells, i));
            }
        }
    }

    private static List<String> cells(String line) {
        String[] parts = line.split("\\|", -1);
        List<String> cells = new ArrayList<>();
        for (int i = 1; i < parts.length - 1; i++) {
            cells.add(parts[i].strip());
        }
        if (cells.size() != CELLS || cells.contains("")) {
            throw new IllegalStateException("a row must have " + CELLS + " cells, none of them empty: " + line);
        }
        return cells;
    }

    List<Row> rows() {
        return rows;
    }

    /** The page with the tests of each row, and the counts, as they are now. */
    String written(List<RuleTests.Claim> claims) {
        List<String> written = new ArrayList<>(lines);
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(row.cells());
            cells.set(0, RowNumbers.text(row.rows()));
            cells.set(ON_THE_STREAM, tests(row, claims));
            written.set(row.line(), "| " + String.join(" | ", cells) + " |");
        }
        String page = String.join("\n", written);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (to < from) {
            throw new IllegalStateException("the page has no place for the counts: " + BEGIN + " ... " + END);
        }
        return page.substring(0, from) + "\n" + counts() + page.substring(to);
    }

    private static String tests(Row row, List<RuleTests.Claim> claims) {
        Map<String, Set<String>> cases = new LinkedHashMap<>();
        for (RuleTests.Claim claim : claims) {
            if (claim.document() == row.document() && claim.rows().stream().anyMatch(row.rows()::contains)) {
                Set<String> named = cases.computeIfAbsent(claim.test(), test -> new LinkedHashSet<>());
                if (!claim.cases().isEmpty()) {
                    named.add(claim.cases());
                }
            }
        }
        if (cases.isEmpty()) {
            return NONE;
        }
        return cases.entrySet().stream()
                .map(each -> "`" + each.getKey() + "`"
                        + (each.getValue().isEmpty() ? "" : " (" + String.join(", ", each.getValue()) + ")"))
                .collect(Collectors.joining(", "));
    }

    private String counts() {
        StringBuilder table =
                new StringBuilder("| document | rows | on the stream | with a hole | not |\n|---|---|---|---|---|\n");
        Map<Where, Integer> sums = new EnumMap<>(Where.class);
        int all = 0;
        for (Document document : Document.values()) {
            Map<Where, Integer> counts = counts(document);
            counts.forEach((where, count) -> sums.merge(where, count, Integer::sum));
            all += document.rows();
            table.append(line(document.title(), document.rows(), counts));
        }
        table.append(line("all", all, sums));
        for (Row row : rows) {
            if (row.where() != Where.STREAM) {
                table.append("\n- ")
                        .append(row.document().title())
                        .append(", ")
                        .append(row.cells().get(0))
                        .append(" (")
                        .append(row.rule())
                        .append("): ")
                        .append(row.reason())
                        .append('.');
            }
        }
        return table.append(rows.stream().allMatch(row -> row.where() == Where.STREAM) ? "" : "\n")
                .toString();
    }

    private static String line(String title, int rows, Map<Where, Integer> counts) {
        int not = counts.getOrDefault(Where.EVALUATE, 0) + counts.getOrDefault(Where.NOWHERE, 0);
        return "| " + title + " | " + rows + " | " + counts.getOrDefault(Where.STREAM, 0) + " | "
                + counts.getOrDefault(Where.HOLE, 0) + " | " + not + " |\n";
    }

    /** How many of a document's own rules work where. */
    Map<Where, Integer> counts(Document document) {
        Map<Integer, Where> places = new TreeMap<>();
        for (Row row : rows) {
            for (int number : row.rows()) {
                if (row.document() == document && number < RowNumbers.LEFT_OUT) {
                    places.put(number, row.where());
                }
            }
        }
        Map<Where, Integer> counts = new EnumMap<>(Where.class);
        places.values().forEach(where -> counts.merge(where, 1, Integer::sum));
        return counts;
    }

    /** The numbers that the page's rows of a document have. */
    Set<Integer> numbers(Document document) {
        Set<Integer> numbers = new TreeSet<>();
        for (Row row : rows) {
            for (int number : row.rows()) {
                if (row.document() == document && !numbers.add(number)) {
                    throw new IllegalStateException(
                            "row " + number + " of " + document + " is on the page twice: " + row);
                }
            }
        }
        return numbers;
    }
}
