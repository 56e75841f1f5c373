package io.fairway.schedulers.slurm.time;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations in the format of slurm.conf.
 *
 * <ol>
 *   <li>{@code minutes}, {@code minutes:seconds}, {@code hours:minutes:seconds}, {@code days-hours},
 *       {@code days-hours:minutes}, {@code days-hours:minutes:seconds}; the hours after the dash are optional ({@code
 *       1-}). A part may exceed 59.
 *   <li>{@code -1}, {@code INFINITE} and {@code UNLIMITED}, in any case: no limit.
 *   <li>The result is rounded up to whole minutes: {@code 5:30} is 6 minutes, neither 5.5 minutes nor 5.5 hours.
 *   <li>PriorityDecayHalfLife and PriorityMaxAge: no limit becomes 4294967236 seconds, the 32 bit product of the number
 *       for no limit and 60. PriorityCalcPeriod refuses less than a minute, and no limit.
 * </ol>
 *
 * <p>Source: Slurm 22.05 slurm.conf, and slurmctld's reading of it.
 */
public final class TimeString {
    /** A configuration key that takes a duration. */
    public enum Key {
        DECAY_HALF_LIFE("PriorityDecayHalfLife"),
        MAX_AGE("PriorityMaxAge"),
        CALC_PERIOD("PriorityCalcPeriod");

        private final String text;

        Key(String text) {
            this.text = text;
        }
    }

    /** The number of minutes that means no limit. */
    public static final long INFINITE = 0xFFFF_FFFFL;

    private static final List<String> NO_LIMIT = List.of("-1", "INFINITE", "UNLIMITED");
    private static final Pattern WITH_DAYS =
            Pattern.compile("(\\d{1,9})-(?:(\\d{1,9})(?::(\\d{1,9})(?::(\\d{1,9}))?)?)?");
    private static final Pattern WITHOUT_DAYS = Pattern.compile("(\\d{1,9})(?::(\\d{1,9})(?::(\\d{1,9}))?)?");

    private TimeString() {}

    /**
     * The duration in minutes, rounded up; {@link #INFINITE} for no limit.
     *
     * @throws IllegalArgumentException if the text has none of these forms
     */
    public static long minutes(String text) {
        if (NO_LIMIT.contains(text.toUpperCase(Locale.ROOT))) {
            return INFINITE;
        }
        Matcher days = WITH_DAYS.matcher(text);
        if (days.matches()) {
            return rounded(part(days, 1) * 86_400 + part(days, 2) * 3600 + part(days, 3) * 60 + part(days, 4));
        }
        Matcher parts = WITHOUT_DAYS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("time \"" + text
                    + "\": must be minutes, minutes:seconds, hours:minutes:seconds, days-hours[:minutes[:seconds]],"
                    + " INFINITE or UNLIMITED");
        }
        if (parts.group(3) != null) {
            return rounded(part(parts, 1) * 3600 + part(parts, 2) * 60 + part(parts, 3));
        }
        return rounded(part(parts, 1) * 60 + part(parts, 2));
    }

    /**
     * The value that slurmctld reads for a key, in seconds.
     *
     * @throws IllegalArgumentException if slurmctld would refuse to start; names key, value and rule
     */
    public static long seconds(Key key, String text) {
        long minutes;
        try {
            minutes = minutes(text);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(key.text + ": " + refused.getMessage(), refused);
        }
        return switch (key) {
            case DECAY_HALF_LIFE, MAX_AGE -> minutes * 60 & 0xFFFF_FFFFL;
            case CALC_PERIOD -> {
                if (minutes < 1 || minutes == INFINITE) {
                    throw new IllegalArgumentException(
                            key.text + ": \"" + text + "\": must be at least one minute, and a limited time");
                }
                yield minutes * 60;
            }
        };
    }

    private static long part(Matcher match, int group) {
        String digits = match.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static long rounded(long seconds) {
        return (seconds + 59) / 60;
    }
}
