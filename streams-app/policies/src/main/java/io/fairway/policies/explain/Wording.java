package io.fairway.policies.explain;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Numbers, times and durations in texts for people. */
public final class Wording {
    private static final MathContext IN_TABLES = new MathContext(10);
    private static final MathContext IN_SENTENCES = new MathContext(4);
    private static final double LEAST = 1e-14;
    private static final double LATEST_SECONDS = 1e11;

    private Wording() {}

    /** A number in a table: ten significant digits, never with an exponent; {@code -} if it is not a number. */
    public static String number(double number) {
        return shown(number, IN_TABLES);
    }

    /** A number in a sentence: four significant digits, never with an exponent; {@code -} if it is not a number. */
    public static String rounded(double number) {
        return shown(number, IN_SENTENCES);
    }

    private static String shown(double number, MathContext digits) {
        if (Double.isNaN(number)) {
            return "-";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        BigDecimal shown = new BigDecimal(number).round(digits).stripTrailingZeros();
        return shown.signum() != 0 && Math.abs(number) < LEAST ? "almost 0" : shown.toPlainString();
    }

    /** The two largest units of a duration, rounded down to whole seconds: {@code 3 d 4 h}. */
    public static String duration(double seconds) {
        if (!(seconds < LATEST_SECONDS)) {
            return "more than 3000 years";
        }
        long whole = (long) seconds;
        long[] sizes = {86_400, 3600, 60, 1};
        String[] units = {"d", "h", "min", "s"};
        for (int i = 0; i < sizes.length; i++) {
            long count = whole / sizes[i];
            if (count > 0 || i == sizes.length - 1) {
                long rest = i + 1 < sizes.length ? whole % sizes[i] / sizes[i + 1] : 0;
                return count + " " + units[i] + (rest > 0 ? " " + rest + " " + units[i + 1] : "");
            }
        }
        throw new IllegalStateException("no unit for " + seconds + " s");
    }

    /** An instant, epoch milliseconds, to the second. */
    public static String instant(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * A duration and the instant at its end: {@code after 3 d 4 h, on 2009-07-03T04:00:00Z}.
     *
     * @param at the instant at its beginning, epoch milliseconds
     */
    public static String after(double seconds, long at) {
        if (!(seconds < LATEST_SECONDS)) {
            return "after " + duration(seconds);
        }
        String length = seconds < 1 ? "within a second" : "after " + duration(seconds);
        return length + ", on " + instant(at + (long) (seconds * 1000));
    }
}
