package io.fairway.readers.line;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Reads times of the form {@code 2015-06-26T13:57:00}, which name no zone. Of two readings, in the hour that comes twice in
 * autumn, it takes the earlier one; in the hour that spring leaves out, clocks are put forward.
 */
public final class LocalTimes {
    private static final int LENGTH = 19;

    private final ZoneId zone;
    private final boolean assumed;
    private boolean used;

    /** Times in the zone of the options; in UTC, with a warning, if they name none. */
    public LocalTimes(TraceOptions options) {
        ZoneId given = options.zone();
        zone = given == null ? ZoneOffset.UTC : given;
        assumed = given == null;
    }

    /** Whether a text has the form, with blank or T in the middle; its numbers may still be wrong. */
    public static boolean hasForm(String text) {
        return text.length() == LENGTH
                && text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && (text.charAt(10) == 'T' || text.charAt(10) == ' ')
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    /**
     * Epoch milliseconds.
     *
     * @throws BadValueException for anything that is no time since 1970
     */
    public long millis(String field, String text) {
        return millis(field, text, parse(field, text));
    }

    /**
     * The same by the later of the two readings, in the hour that comes twice in autumn; at any other time it is the only
     * one.
     */
    public long later(String field, String text) {
        return parse(field, text)
                .atZone(zone)
                .withLaterOffsetAtOverlap()
                .toInstant()
                .toEpochMilli();
    }

    private static LocalDateTime parse(String field, String text) {
        if (!hasForm(text)) {
            throw bad(field, text);
        }
        try {
            return LocalDateTime.of(
                    number(text, 0, 4),
                    number(text, 5, 7),
                    number(text, 8, 10),
                    number(text, 11, 13),
                    number(text, 14, 16),
                    number(text, 17, LENGTH));
        } catch (DateTimeException | NumberFormatException e) {
            throw bad(field, text);
        }
    }

    /** Epoch milliseconds of a time that was taken apart already. */
    public long millis(String field, String text, LocalDateTime time) {
        used = true;
        long millis = time.atZone(zone).toInstant().toEpochMilli();
        if (millis < 0) {
            throw new BadValueException(field, text, "must not lie before 1970");
        }
        return millis;
    }

    /** That the zone was assumed, once a time was read. */
    public List<String> warnings() {
        return used && assumed
                ? List.of("times are written without a zone and are read as UTC; say their zone with --time-zone if"
                        + " they are in another")
                : List.of();
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static BadValueException bad(String field, String text) {
        return new BadValueException(field, text, "must be a time such as 2015-06-26T13:57:00");
    }
}
