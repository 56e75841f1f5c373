package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.api.http.ApiDescription;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Who gets an answer to which question: of all questions that an operator gets an answer to, how many a caller got the same answer to,
 * one with less, or none.
 */
final class VisibilityTable {
    private static final Path PAGE = Path.of("../../docs/security.md");
    private static final String BEGIN = "| question | without a token | user | coordinator | operator |\n";

    /** Callers as the page has them. */
    enum Kind {
        NO_TOKEN,
        USER,
        COORDINATOR,
        OPERATOR;

        static Kind of(VisibilityOracle caller) {
            return caller.all() ? OPERATOR : caller.accounts().isEmpty() ? USER : COORDINATOR;
        }
    }

    private static final class Count {
        private long same;
        private long less;
        private long refused;

        private String cell() {
            long all = same + less + refused;
            return refused == all ? "-" : same == all ? "yes" : "own";
        }
    }

    private final Map<String, Map<Kind, Count>> counts = new LinkedHashMap<>();

    /**
     * Counts an answer.
     *
     * @param question its method and path, as the API's description has it
     * @param whole the operator's answer to the same question; one that is refused tells nothing
     */
    void add(String question, Kind kind, HttpResponse<String> answer, HttpResponse<String> whole) {
        if (whole.statusCode() >= 300) {
            return;
        }
        Count count = counts.computeIfAbsent(question, key -> new EnumMap<>(Kind.class))
                .computeIfAbsent(kind, key -> new Count());
        if (answer.statusCode() >= 300) {
            count.refused++;
        } else if (answer.body().equals(whole.body())) {
            count.same++;
        } else {
            count.less++;
        }
    }

    /** A question whose answers another test compares. */
    void add(String question, Map<Kind, String> cells) {
        cells.forEach((kind, cell) -> {
            Count count = new Count();
            count.same = cell.equals("yes") ? 1 : 0;
            count.less = cell.equals("own") ? 1 : 0;
            count.refused = cell.equals("-") ? 1 : 0;
            counts.computeIfAbsent(question, key -> new EnumMap<>(Kind.class)).put(kind, count);
        });
    }

    static String question(String method, ApiDescription.Operation operation) {
        return method + " " + operation.path();
    }

    /** With numbers: same answer / less / refused. */
    String text() {
        StringBuilder text = new StringBuilder();
        counts.forEach((question, row) -> {
            text.append(String.format("%-62s", question));
            for (Kind kind : Kind.values()) {
                Count count = row.getOrDefault(kind, new Count());
                text.append(String.format(" %16s", count.same + "/" + count.less + "/" + count.refused));
            }
            text.append('\n');
        });
        return text.toString();
    }

    /** Every operation was answered to somebody, and the page has the table. To write it: {@code -Ddocs.write=true}. */
    void holds() throws IOException {
        TreeSet<String> described = new TreeSet<>();
        ApiDescription description = ApiDescription.load();
        description.operations().values().forEach(each -> described.add(question("GET", each)));
        description.changes().values().forEach(each -> described.add(question("POST", each)));
        assertThat(counts.keySet()).as("questions with an answer").containsExactlyInAnyOrderElementsOf(described);
        StringBuilder table = new StringBuilder(BEGIN).append("|---|---|---|---|---|\n");
        counts.forEach((question, row) -> {
            table.append("| `").append(question).append("` |");
            List.of(Kind.values())
                    .forEach(kind -> table.append(' ')
                            .append(row.getOrDefault(kind, new Count()).cell())
                            .append(" |"));
            table.append('\n');
        });
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            int from = page.indexOf(BEGIN);
            int to = page.indexOf("\n\n", from);
            page = page.substring(0, from) + table.toString().stripTrailing() + page.substring(to);
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(table);
    }
}
