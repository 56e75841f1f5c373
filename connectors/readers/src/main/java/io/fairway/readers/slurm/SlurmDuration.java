package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;

/** Times to run, as Slurm prints them: {@code [days-]hours:minutes:seconds}, minutes and seconds with a fraction. */
final class SlurmDuration {
    private static final String RULE = "must be a duration such as 1-12:00:00 or 00:10:00";

    private SlurmDuration() {}

    /**
     * Seconds; not a number for an empty text.
     *
     * @throws BadValueException if it is no duration
     */
    static double seconds(String field, String text) {
        if (text.isEmpty()) {
            return Double.NaN;
        }
        int dash = text.indexOf('-');
        String[] parts = text.substring(dash + 1).split(":", -1);
        if (parts.length > 3 || (dash < 0 && parts.length < 2)) {
            throw new BadValueException(field, text, RULE);
        }
        try {
            double seconds = dash < 0 ? 0 : Integer.parseInt(text, 0, dash, 10) * 86_400.0;
            // After days, the first part is hours; otherwise the last part is seconds.
            double unit = dash < 0 ? Math.pow(60, parts.length - 1.0) : 3600;
            for (String part : parts) {
                if (part.isEmpty() || !Character.isDigit(part.charAt(0))) {
                    throw new BadValueException(field, text, RULE);
                }
                seconds += Double.parseDouble(part) * unit;
                unit /= 60;
            }
            return seconds;
        } catch (NumberFormatException e) {
            throw new BadValueException(field, text, RULE);
        }
    }

    /**
     * A limit of run time in seconds; 0 for none or the partition's.
     *
     * @throws BadValueException if it is no limit
     */
    static long limit(String field, String text) {
        return switch (text.toUpperCase(java.util.Locale.ROOT)) {
            case "", "UNLIMITED", "PARTITION_LIMIT", "INVALID", "NOT_SET" -> 0;
            default -> (long) seconds(field, text);
        };
    }
}
