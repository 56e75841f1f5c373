package io.fairway.system.replay;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people type them: a whole number and a unit. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([wdhms])");

    private Durations() {}

    /**
     * Reads {@code 7d}, {@code 5h}, {@code 90m}, {@code 30s} or {@code 2w}.
     *
     * @param what what it is, for the message
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
