package io.fairway.importers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits a configuration file into lines.
 *
 * <ol>
 *   <li>{@code #} begins a comment. If the scheduler supports {@code \#}, that is a literal {@code #}.
 *   <li>An odd number of backslashes at the end joins the next line to this one, in slurm.conf without a blank between.
 *   <li>If the scheduler has directives ({@code #INCLUDE}, {@code #if}, {@code #else} ...), each is a line that begins
 *       with its {@code #}.
 *   <li>Empty lines are skipped.
 * </ol>
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05; IBM Spectrum LSF 10.1, lsb.queues; Moab 5.1.2 and Maui, moab.cfg.
 */
public final class Lines {
    private static final List<String> DIRECTIVES = List.of("#include", "#if", "#elif", "#else", "#endif");

    private Lines() {}

    /**
     * The lines of a file.
     *
     * @param slurm whether the file is a slurm.conf: {@code \#} is supported, and lines join without a blank
     * @param directives whether there are directives
     */
    public static List<SourceLine> of(SourceFile file, boolean slurm, boolean directives) {
        List<SourceLine> lines = new ArrayList<>();
        StringBuilder joined = new StringBuilder();
        int begin = 0;
        int number = 0;
        for (String raw : file.text().split("\\R", -1)) {
            number++;
            if (joined.isEmpty()) {
                begin = number;
                if (directives && isDirective(raw)) {
                    lines.add(new SourceLine(new Place(file.name(), number), raw.strip()));
                    continue;
                }
            }
            String text = withoutComment(raw, slurm).stripTrailing();
            if (isContinued(text)) {
                joined.append(text, 0, text.length() - 1).append(slurm ? "" : " ");
                continue;
            }
            add(lines, new Place(file.name(), begin), joined.append(text).toString());
            joined.setLength(0);
        }
        add(lines, new Place(file.name(), begin), joined.toString());
        return lines;
    }

    private static void add(List<SourceLine> lines, Place place, String text) {
        if (!text.isBlank()) {
            lines.add(new SourceLine(place, text.strip()));
        }
    }

    private static boolean isDirective(String raw) {
        String word = raw.strip().toLowerCase(Locale.ROOT);
        return DIRECTIVES.stream()
                .anyMatch(directive -> word.startsWith(directive)
                        && (word.length() == directive.length()
                                || !Character.isLetterOrDigit(word.charAt(directive.length()))));
    }

    private static String withoutComment(String raw, boolean escapes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (escapes && c == '\\' && i + 1 < raw.length() && raw.charAt(i + 1) == '#') {
                text.append('#');
                i++;
            } else if (c == '#') {
                break;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static boolean isContinued(String text) {
        int backslashes = 0;
        while (backslashes < text.length() && text.charAt(text.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
