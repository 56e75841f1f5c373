package io.fairway.schedulers.moab.dialect;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Durations in the format of moab.cfg: {@code [[[DD:]HH:]MM:]SS}, or {@code INFINITY}. A part may exceed 59.
 *
 * <p>Source: Maui admin guide, Appendix F. Where Maui 3.3 differs: it reads two parts as {@code HH:MM}.
 */
public final class MoabDuration {
    /** Seconds that stand for no limit. */
    public static final long INFINITE = Long.MAX_VALUE;

    private static final Pattern PARTS = Pattern.compile("\\d{1,9}(:\\d{1,9}){0,3}");
    private static final long[] UNITS = {1, 60, 3600, 86_400};

    private MoabDuration() {}

    /**
     * The duration in seconds; {@link #INFINITE} for no limit.
     *
     * @throws IllegalArgumentException if the text has none of these forms
     */
    public static long seconds(String text, MoabDialect dialect) {
        if (List.of("INFINITY", "INFINITE", "UNLIMITED").contains(text.toUpperCase(Locale.ROOT))) {
            return INFINITE;
        }
        if (!PARTS.matcher(text).matches()) {
            throw new IllegalArgumentException("duration \"" + text + "\": must be [[[DD:]HH:]MM:]SS or INFINITY");
        }
        String[] parts = text.split(":", -1);
        int smallest = dialect == MoabDialect.MAUI && parts.length == 2 ? 1 : 0;
        long seconds = 0;
        for (int i = 0; i < parts.length; i++) {
            seconds += Long.parseLong(parts[parts.length - 1 - i]) * UNITS[i + smallest];
        }
        return seconds;
    }

    /** Whether Maui 3.3 reads this duration differently, which deserves a warning. */
    public static boolean isAmbiguous(String text) {
        return PARTS.matcher(text).matches() && text.split(":", -1).length == 2;
    }
}
