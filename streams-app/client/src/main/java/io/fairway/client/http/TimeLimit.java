package io.fairway.client.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time limit as people write it: {@code 90m}, {@code 2h}, {@code 1d}, {@code 2:00:00} or {@code 1-12:00:00}. */
public final class TimeLimit implements ITypeConverter<Long> {
    private static final Pattern WITH_UNIT = Pattern.compile("(\\d{1,9})([smhd])");
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,5})-)?(\\d{1,7}):(\\d{2}):(\\d{2})");

    /** The seconds of a limit, at least 1. */
    @Override
    public Long convert(String text) {
        Matcher unit = WITH_UNIT.matcher(text);
        Matcher clock = CLOCK.matcher(text);
        long seconds = 0;
        if (unit.matches()) {
            seconds = Long.parseLong(unit.group(1))
                    * switch (unit.group(2)) {
                        case "s" -> 1L;
                        case "m" -> 60L;
                        case "h" -> 3_600L;
                        default -> 86_400L;
                    };
        } else if (clock.matches()) {
            long days = clock.group(1) == null ? 0 : Long.parseLong(clock.group(1));
            seconds = ((days * 24 + Long.parseLong(clock.group(2))) * 60 + Long.parseLong(clock.group(3))) * 60
                    + Long.parseLong(clock.group(4));
        }
        if (seconds == 0) {
            throw new TypeConversionException(
                    "'" + text + "' must be a time such as 90m, 2h, 1d, 2:00:00 or 1-12:00:00");
        }
        return seconds;
    }
}
