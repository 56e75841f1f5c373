package io.fairway.core.time;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A period of time.
 *
 * @param from its first millisecond of the epoch
 * @param to the first millisecond after it; greater than {@code from}
 */
public record Period(long from, long to) {
    /** The names of periods that depend on the present day. */
    public static final List<String> NAMES = List.of(
            "today",
            "yesterday",
            "this-week",
            "last-week",
            "this-month",
            "last-month",
            "this-quarter",
            "last-quarter",
            "this-year",
            "last-year");

    private static final Pattern QUARTER = Pattern.compile("(\\d{4})-[Qq]([1-4])");

    public Period {
        if (from >= to) {
            throw new IllegalArgumentException(
                    Instant.ofEpochMilli(to) + " is not after the beginning, " + Instant.ofEpochMilli(from));
        }
    }

    /**
     * The period of a name: one of {@link #NAMES}, a year (2026), quarter (2026-Q3), month (2026-10) or day (2026-10-05). Days begin at
     * midnight of the zone, weeks on Monday. A period that is not over ends now.
     *
     * @param now epoch milliseconds
     * @throws IllegalArgumentException if it is no such name, or begins later than now
     */
    public static Period of(String name, ZoneId zone, long now) {
        LocalDate today = Instant.ofEpochMilli(now).atZone(zone).toLocalDate();
        Days days = days(name, today);
        long from = days.from().atStartOfDay(zone).toInstant().toEpochMilli();
        long to = Math.min(now, days.to().atStartOfDay(zone).toInstant().toEpochMilli());
        if (from >= now) {
            throw new IllegalArgumentException(
                    "'" + name + "' begins at " + Instant.ofEpochMilli(from) + ", later than now");
        }
        return new Period(from, to);
    }

    /** Whole days: the first one, and the first one after them. */
    private record Days(LocalDate from, LocalDate to) {}

    private static Days days(String name, LocalDate today) {
        return switch (name) {
            case "today" -> day(today);
            case "yesterday" -> day(today.minusDays(1));
            case "this-week" -> week(today);
            case "last-week" -> week(today.minusWeeks(1));
            case "this-month" -> month(YearMonth.from(today));
            case "last-month" -> month(YearMonth.from(today).minusMonths(1));
            case "this-quarter" -> quarter(today);
            case "last-quarter" -> quarter(today.minusMonths(3));
            case "this-year" -> year(Year.from(today));
            case "last-year" -> year(Year.from(today).minusYears(1));
            default -> named(name);
        };
    }

    private static Days named(String name) {
        try {
            Matcher quarter = QUARTER.matcher(name);
            if (quarter.matches()) {
                int month = 3 * Integer.parseInt(quarter.group(2)) - 2;
                return quarter(LocalDate.of(Integer.parseInt(quarter.group(1)), month, 1));
            }
            return switch (name.length()) {
                case 4 -> year(Year.parse(name));
                case 7 -> month(YearMonth.parse(name));
                default -> day(LocalDate.parse(name));
            };
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException(
                    "'" + name + "' is none of " + String.join(", ", NAMES)
                            + ", nor a year (2026), quarter (2026-Q3), month (2026-10) or day (2026-10-05)",
                    wrong);
        }
    }

    private static Days day(LocalDate day) {
        return new Days(day, day.plusDays(1));
    }

    private static Days week(LocalDate day) {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        return new Days(monday, monday.plusWeeks(1));
    }

    private static Days month(YearMonth month) {
        return new Days(month.atDay(1), month.plusMonths(1).atDay(1));
    }

    private static Days quarter(LocalDate day) {
        LocalDate first = day.with(IsoFields.DAY_OF_QUARTER, 1);
        return new Days(first, first.plusMonths(3));
    }

    private static Days year(Year year) {
        return new Days(year.atDay(1), year.plusYears(1).atDay(1));
    }
}
