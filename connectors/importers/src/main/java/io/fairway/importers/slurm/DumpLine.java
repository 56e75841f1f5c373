package io.fairway.importers.slurm;

import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of {@code sacctmgr dump}: {@code Title - 'name':Option=value:...}, with names and values plain or in quotation marks
 * of either kind, and colons between them.
 *
 * @param options by name in lower case; empty for a line without options
 */
record DumpLine(Place place, Title title, String name, Map<String, String> options) {
    /** The subject of a line. */
    enum Title {
        CLUSTER,
        PARENT,
        ACCOUNT,
        USER
    }

    private static final Pattern BEGIN = Pattern.compile("(?i)\\s*(Cluster|Parent|Account|User)\\s*-\\s*(.*)");

    /** Whether a line of a file looks like a line of a dump. */
    static boolean isOne(String text) {
        return BEGIN.matcher(text).matches();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException for another form
     */
    static DumpLine parse(SourceLine line) {
        Matcher begin = BEGIN.matcher(line.text());
        if (!begin.matches()) {
            throw new IllegalArgumentException(
                    "\"" + line.text() + "\": must be Cluster, Parent, Account or User - 'name':Option=value:...");
        }
        List<String> parts = split(String.valueOf(begin.group(2)));
        String name = parts.get(0);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("\"" + line.text() + "\": must have a name");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("\"" + part + "\": must be Option=value");
            }
            String option = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            if (options.put(option, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("\"" + part + "\": the option must occur only once");
            }
        }
        Title title = Title.valueOf(String.valueOf(begin.group(1)).toUpperCase(Locale.ROOT));
        return new DumpLine(line.place(), title, name, options);
    }

    /** The parts between colons outside quotation marks; drops these marks. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        char open = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (open != 0 ? c == open : c == '\'' || c == '"') {
                open = open == 0 ? c : 0;
            } else if (open == 0 && c == ':') {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (open != 0) {
            throw new IllegalArgumentException("\"" + text + "\": the quotation mark " + open + " must be closed");
        }
        parts.add(part.toString().strip());
        return parts;
    }
}
