package io.fairway.importers.moab;

import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of moab.cfg: a parameter with or without an index, and its value. A line of the old fs.cfg,
 * {@code USER:steve FSTARGET=5.0-}, becomes the parameter that replaced it.
 *
 * @param name in upper case
 * @param index in its spelling; empty = none
 * @param value in its spelling, with runs of blanks as one
 */
record MoabLine(Place place, String name, String index, String value) {
    private static final Pattern LINE = Pattern.compile("([A-Za-z]\\w*)(?:\\[([^\\[\\]]*)])?(?:[\\s=]+(.*))?");
    private static final Pattern LEGACY = Pattern.compile("(?i)(USER|GROUP|ACCOUNT|QOS|CLASS|SYSTEM):(\\S+)\\s+(.*)");

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException for another form
     */
    static MoabLine parse(SourceLine line) {
        Matcher old = LEGACY.matcher(line.text());
        if (old.matches()) {
            return new MoabLine(
                    line.place(),
                    String.valueOf(old.group(1)).toUpperCase(Locale.ROOT) + "CFG",
                    String.valueOf(old.group(2)),
                    String.valueOf(old.group(3)).strip());
        }
        Matcher match = LINE.matcher(line.text());
        String name = match.matches() ? match.group(1) : null;
        if (name == null) {
            throw new IllegalArgumentException("\"" + line.text()
                    + "\": must be a parameter, with an index in brackets or without, and its value");
        }
        String value = match.group(3);
        String index = match.group(2);
        return new MoabLine(
                line.place(),
                name.toUpperCase(Locale.ROOT),
                index == null ? "" : index,
                value == null ? "" : value.strip().replaceAll("\\s+", " "));
    }

    /** The parameter in the spelling of the line. */
    String parameter() {
        return index.isEmpty() ? name : name + "[" + index + "]";
    }
}
