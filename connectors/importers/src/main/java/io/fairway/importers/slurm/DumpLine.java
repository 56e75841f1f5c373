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
 * <p>A dump does not escape the quotation marks in a text. So one opens only at the beginning of a name or a value, and closes
 * only at the end of the line or before the next option.
 *
 * @param options by name in lower case; empty for a line without options
 */
record DumpLine(Place place, Title title, String name, Map<String, String> options) {
    /** The subject of a line. */
    enum Title {
        CLUSTER,
        PARENT,
        ACCOUNT,
        USER,
        /** Since Slurm 26.05 a dump begins with them. */
        QOS
    }

    private static final Pattern BEGIN = Pattern.compile("(?i)\\s*(Cluster|Parent|Account|User|QOS)\\s*-\\s*(.*)");

    private static final Pattern BEFORE = Pattern.compile("\\s*|[^=]*=\\s*");
    private static final Pattern NEXT = Pattern.compile("\\s*(?::\\s*\\w+\\s*(?:[:=].*)?)?");

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
                    "\"" + line.text() + "\": must be Cluster, Parent, Account, User or QOS - 'name':Option=value:...");
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
            if (open == 0 && (c == '\'' || c == '"') && begins(part)) {
                open = c;
            } else if (c == open && NEXT.matcher(text.substring(i + 1)).matches()) {
                open = 0;
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

    /** Whether a name or a value begins after this part of it. */
    private static boolean begins(CharSequence part) {
        return BEFORE.matcher(part).matches();
    }
}
