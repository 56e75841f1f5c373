package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A page that is made from what it describes: a test compares it, and writes it when the build is told to. */
final class ReferencePage {
    private static final String RENEW = "./mvnw -pl streams-app/system -am test -Dquick"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true -Dtest=";

    private ReferencePage() {}

    /** Fails with the first line that differs, and the command that writes the page anew. */
    static void holds(String name, String text, Class<?> test) throws IOException {
        Path page = Documents.ROOT.resolve("docs").resolve(name);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(page, text);
        }
        List<String> written = Files.exists(page) ? Files.readAllLines(page) : List.of();
        List<String> made = text.lines().toList();
        int line = IntStream.range(0, Math.max(written.size(), made.size()))
                .filter(at -> !at(written, at).equals(at(made, at)))
                .findFirst()
                .orElse(-1);
        assertThat(line)
                .as(
                        "docs/%s is stale at line %d%n  written: %s%n  now:     %s%nTo renew it: %s",
                        name, line + 1, at(written, line), at(made, line), RENEW + test.getSimpleName())
                .isEqualTo(-1);
    }

    private static String at(List<String> lines, int line) {
        return line >= 0 && line < lines.size() ? lines.get(line) : "(no line)";
    }

    /** A row of a table; what would break the table is escaped. */
    static String row(String... cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ')
                    .append(cell.replaceAll("\\s+", " ").strip().replace("|", "\\|"))
                    .append(" |");
        }
        return row.append('\n').toString();
    }

    /** The head of a table. */
    static String head(String... cells) {
        return "\n" + row(cells) + "|" + "---|".repeat(cells.length) + "\n";
    }

    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }
}
