package io.fairway.policies.yaml;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in files and options: a whole number and a unit. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([wdhms])");

    private Durations() {}

    /** Whether a text has the form of a duration. */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    /** A duration in its largest whole unit, such as 7d; milliseconds if there is none. */
    public static String text(long millis) {
        return millis % 86_400_000 == 0
                ? millis / 86_400_000 + "d"
                : millis % 3_600_000 == 0
                        ? millis / 3_600_000 + "h"
                        : millis % 60_000 == 0
                                ? millis / 60_000 + "m"
                                : millis % 1000 == 0 ? millis / 1000 + "s" : millis + " ms";
    }

    /**
     * Reads {@code 7d}, {@code 5h}, {@code 90m}, {@code 30s} or {@code 2w}.
     *
     * @param what the name of the duration, for the message
     * @throws IllegalArgumentException naming the value and the rule
     */
    public static Duration parse(String what, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    what + " \"" + text + "\": must be a whole number and a unit w, d, h, m or s, such as 7d or 90m");
        }
        long number = Long.parseLong(form.group(1));
        Duration duration = switch (form.group(2)) {
            case "w" -> Duration.ofDays(7 * number);
            case "d" -> Duration.ofDays(number);
            case "h" -> Duration.ofHours(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofSeconds(number);
        };
        if (duration.isZero()) {
            throw new IllegalArgumentException(what + " \"" + text + "\": must be above 0");
        }
        return duration;
    }
}
