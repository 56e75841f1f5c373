package io.fairway.readers.pbs;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of PBS as numbers. A value that breaks its rule throws {@link BadValueException}. */
final class PbsValues {
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)([kmgtp]?)([bw]?)", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgtp";
    private static final double BYTES_PER_WORD = 8;

    private PbsValues() {}

    /** Epoch milliseconds; {@link JobRecord#NEVER} for 0, which PBS writes for a time that it does not have. */
    static long millis(String field, String text) {
        // PBS writes fractions if it is told to.
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        if (!isWhole(whole)) {
            throw new BadValueException(field, text, "must be seconds since 1970");
        }
        long seconds = Long.parseLong(whole);
        return seconds == 0 ? JobRecord.NEVER : seconds * 1000;
    }

    /** Seconds, or hours:minutes:seconds; not a number for an empty text. */
    static double seconds(String field, String text) {
        if (text.isEmpty()) {
            return Double.NaN;
        }
        double seconds = 0;
        String[] parts = text.split(":", -1);
        for (String part : parts) {
            if (part.length() > 12 || parts.length > 4 || !part.matches("\\d+(\\.\\d*)?|\\.\\d+")) {
                throw new BadValueException(field, text, "must be seconds, or a time such as 10:16:36");
            }
            seconds = seconds * 60 + Double.parseDouble(part);
        }
        return seconds;
    }

    /** A count; 0 for an empty text. */
    static double count(String field, String text) {
        if (text.isEmpty()) {
            return 0;
        }
        if (!isWhole(text)) {
            throw new BadValueException(field, text, "must be a whole number");
        }
        return Long.parseLong(text);
    }

    /** A size such as 1993mb or 2.5gb in MB; 0 for an empty text. A bare number is in bytes, w is words of 8 bytes. */
    static double megabytes(String field, String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new BadValueException(field, text, "must be a size such as 1993mb or 2.5gb");
        }
        int unit = size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2).toLowerCase(Locale.ROOT)) + 1;
        double bytes = Math.scalb(Double.parseDouble(size.group(1)), 10 * unit);
        return Math.scalb(size.group(3).equalsIgnoreCase("w") ? bytes * BYTES_PER_WORD : bytes, -20);
    }

    static boolean isWhole(String text) {
        return !text.isEmpty() && text.length() <= 12 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
