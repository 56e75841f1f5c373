package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Lines for people, none wider than the terminal. */
public final class TextPage {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final Terminal terminal;
    private final List<String> lines = new ArrayList<>();

    public TextPage(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A line as it is, for formats of fixed width. */
    public void raw(String line) {
        lines.add(TextWidth.clean(line));
    }

    /** A line, cut if it is too long. */
    public void line(String text) {
        lines.add(TextWidth.cut(TextWidth.clean(text), terminal.columns()));
    }

    /** A heading, bold if the terminal has colours. A long one takes several lines. */
    public void head(String text) {
        int from = lines.size();
        sentence("", text);
        if (terminal.colours()) {
            lines.subList(from, lines.size()).replaceAll(line -> BOLD + line + PLAIN);
        }
    }

    public void blank() {
        if (!lines.isEmpty()) {
            lines.add("");
        }
    }

    /** A sentence, on as many lines as it needs. */
    public void sentence(String indent, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : TextWidth.clean(text.replaceAll("\\s+", " ")).split(" ", -1)) {
            boolean fits = TextWidth.of(line.toString()) + 1 + TextWidth.of(word) <= terminal.columns();
            if (!line.isEmpty() && !fits) {
                line(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? indent : " ").append(word);
        }
        line(line.toString());
    }

    /** Sentences under a title, if there are any. */
    public void sentences(String title, JsonNode sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        blank();
        head(title);
        sentences.forEach(one -> sentence("  ", Instants.LOCAL.sentence(one.asText())));
    }

    /** A table. */
    public void rows(Table table) {
        List<String> all = table.lines(terminal.columns());
        lines.add(terminal.colours() ? BOLD + all.get(0) + PLAIN : all.get(0));
        lines.addAll(all.subList(1, all.size()));
    }

    /** A table, and the names of the columns that have no room. */
    public void table(Table table) {
        rows(table);
        List<String> leftOut = table.leftOut(terminal.columns());
        if (!leftOut.isEmpty()) {
            sentence("", "(no room for " + String.join(", ", leftOut) + ")");
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
