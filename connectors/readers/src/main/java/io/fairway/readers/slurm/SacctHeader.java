package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of {@code sacct} that names the columns.
 *
 * @param names as written, such as {@code JobName%30}
 * @param separator what stands between the columns: a bar, or what {@code --delimiter} names
 * @param endsWithSeparator whether each line ends with it, too ({@code --parsable})
 */
record SacctHeader(List<String> names, char separator, boolean endsWithSeparator) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+(%-?\\d+)?");

    /** So many known names make words between other separators than a bar a header. */
    private static final int KNOWN = 3;

    SacctHeader {
        names = List.copyOf(names);
    }

    /** The header of a line: words, of which one is JobID or JobIDRaw; null if it is none. */
    static @Nullable SacctHeader of(String line) {
        Matcher first = NAME.matcher(line);
        if (!first.lookingAt()) {
            return null;
        }
        char separator = first.end() == line.length() ? '|' : line.charAt(first.end());
        boolean ends = line.charAt(line.length() - 1) == separator;
        String text = ends ? line.substring(0, line.length() - 1) : line;
        List<String> names = Arrays.asList(
                separator == ' ' ? text.strip().split(" +") : text.split(Pattern.quote("" + separator), -1));
        int known = 0;
        boolean hasId = false;
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                return null;
            }
            SacctField field = SacctField.of(name);
            known += field == null ? 0 : 1;
            hasId |= field == SacctField.JOBID || field == SacctField.JOBIDRAW;
        }
        boolean isOne = hasId && names.size() > 1 && (separator == '|' || known >= KNOWN);
        return isOne ? new SacctHeader(names, separator, ends) : null;
    }

    /**
     * Refuses columns that cannot be told apart.
     *
     * @throws BadValueException if they stand between blanks or commas
     */
    void requireSeparator(String line) {
        if (separator == ' ' || separator == ',') {
            throw new BadValueException(
                    "header",
                    line,
                    "must have | between the columns, because values have " + (separator == ',' ? "commas" : "blanks")
                            + ", too: export with sacct --parsable2 and no --delimiter");
        }
    }
}
