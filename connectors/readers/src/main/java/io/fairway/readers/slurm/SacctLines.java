package io.fairway.readers.slurm;

import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of {@code sacct} together whose free texts have line ends in them, where the first column has the job's
 * number.
 *
 * <ol>
 *   <li>A line with too few fields that breaks off in a free text goes on in the next ones, until its fields are complete.
 *   <li>A line that begins with no job's number, after a record whose last column is a free text, is the rest of that text.
 *   <li>A line that begins with a job's number begins a record: what was not complete by then is unreadable.
 * </ol>
 */
final class SacctLines {
    private static final int MAX_LINES = 1_000;

    /**
     * What a line makes complete.
     *
     * @param text the record; null = none
     * @param lines number of its lines
     * @param unfinished what can no longer be complete; null = nothing
     */
    record Complete(@Nullable String text, int lines, ParsedLine.@Nullable Bad unfinished) {
        static final Complete NOTHING = new Complete(null, 0, null);

        static Complete of(String text, int lines) {
            return new Complete(text, lines, null);
        }
    }

    private SacctColumns columns = SacctColumns.OPEN_XDMOD;
    private @Nullable StringBuilder begun;
    private int lines;
    private boolean textMayGoOn;
    private long rests;

    /** The columns of the next lines; the line before them was a header. */
    void use(SacctColumns next) {
        columns = next;
        textMayGoOn = false;
    }

    Complete take(String line) {
        StringBuilder before = begun;
        if (line.isBlank()) {
            if (before != null) {
                append(before, line);
            }
            return Complete.NOTHING;
        }
        if (!columns.beginsWithId()) {
            return Complete.of(line, 1);
        }
        if (columns.begins(line)) {
            return begin(line, unfinished(lines));
        }
        if (before != null) {
            return goOn(before, line);
        }
        if (textMayGoOn && columns.isShort(line) && isText(line)) {
            rests++;
            return Complete.NOTHING;
        }
        return Complete.of(line, 1);
    }

    private Complete begin(String line, ParsedLine.@Nullable Bad unfinished) {
        boolean isShort = columns.isShort(line);
        textMayGoOn = !isShort && columns.endsWithText();
        if (isShort && columns.mayGoOn(line)) {
            begun = new StringBuilder(line);
            lines = 1;
            return new Complete(null, 0, unfinished);
        }
        return new Complete(line, 1, unfinished);
    }

    private Complete goOn(StringBuilder before, String line) {
        append(before, line);
        if (lines > MAX_LINES || before.length() > TextLine.MAX_BYTES) {
            return new Complete(null, 0, unfinished(lines - 1));
        }
        String text = before.toString();
        if (columns.isShort(text)) {
            return Complete.NOTHING;
        }
        begun = null;
        textMayGoOn = columns.endsWithText();
        return Complete.of(text, lines);
    }

    private void append(StringBuilder before, String line) {
        before.append('\n').append(line);
        lines++;
    }

    /** What was begun and not completed before a header. */
    ParsedLine.@Nullable Bad beforeHeader() {
        return unfinished(lines);
    }

    /** What was begun and not completed at the end of the file. */
    ParsedLine.@Nullable Bad end() {
        return unfinished(lines - 1);
    }

    private ParsedLine.@Nullable Bad unfinished(int before) {
        StringBuilder text = begun;
        begun = null;
        return text == null
                ? null
                : new ParsedLine.Bad(
                        "line",
                        text.toString().replace('\n', ' '),
                        columns.number(text.toString()) + ", and the lines after it do not bring the others",
                        before);
    }

    /** Binary is no text that a user typed. */
    private static boolean isText(String line) {
        return line.chars().noneMatch(c -> Character.isISOControl(c) && "\t\r\f\u001b\u0085".indexOf(c) < 0);
    }

    /** Lines that were the rest of a text. */
    long rests() {
        return rests;
    }
}
