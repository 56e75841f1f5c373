package io.fairway.client.http;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An earlier instant as a person says it. */
public final class Since {
    private static final Pattern AGO = Pattern.compile("(\\d{1,4})([hdw])");

    private Since() {}

    /**
     * The instant of a text: {@code yesterday} (at this time of the day), {@code 6h}, {@code 2d} or {@code 1w} ago; any other text is for
     * the server to read.
     *
     * @param zone of the caller, whose yesterday may have 23 or 25 hours
     */
    public static String instant(String text, Instant now, ZoneId zone) {
        if (text.equals("yesterday")) {
            return LocalDateTime.ofInstant(now, zone)
                    .minusDays(1)
                    .atZone(zone)
                    .toInstant()
                    .toString();
        }
        Matcher ago = AGO.matcher(text);
        if (!ago.matches()) {
            return text;
        }
        long count = Long.parseLong(ago.group(1));
        Duration back = switch (ago.group(2)) {
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofDays(7 * count);
        };
        return now.minus(back).toString();
    }
}
