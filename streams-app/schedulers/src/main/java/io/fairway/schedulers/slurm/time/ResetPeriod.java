package io.fairway.schedulers.slurm.time;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * The resets of all recorded usage: PriorityUsageResetPeriod.
 *
 * <ol>
 *   <li>NONE: never. NOW: once, when the policy comes into effect.
 *   <li>DAILY: every midnight; WEEKLY: Sunday 00:00; MONTHLY: the 1st; QUARTERLY: the 1st of January, April, July and
 *       October; YEARLY: January 1st; all at 00:00 of the given time zone (the first instant of the day where 00:00 does
 *       not exist).
 *   <li>A time string (Slurm 2.0: {@code 28-0}): periodically, counted from the policy's effectiveFrom, which is no
 *       reset itself.
 * </ol>
 *
 * <p>A reset is an instant: earlier charges never count after it, in whatever order they arrive.
 *
 * <p>Source: Slurm 22.05 slurm.conf (keywords), Slurm 2.0 multifactor priority page of June 2009 (time string).
 *
 * <p>Where we differ: slurmctld resets at its passes only, and catches up slowly; see {@link SlurmResetPass}.
 */
public sealed interface ResetPeriod {
    /** The result of {@link #next} when no further reset exists. */
    long NEVER = Long.MAX_VALUE;
    /** The result of {@link #lastResetAtOrBefore} before the first reset. */
    long NONE_YET = Long.MIN_VALUE;

    /** The first reset after {@code time}, epoch milliseconds, or {@link #NEVER}. */
    long next(long time);

    /** The last reset at or before {@code time}, epoch milliseconds, or {@link #NONE_YET}. */
    long lastResetAtOrBefore(long time);

    /** The keywords that repeat by the calendar. */
    enum Keyword {
        DAILY,
        WEEKLY,
        MONTHLY,
        QUARTERLY,
        YEARLY;

        /** The first day of the period that contains {@code day}. */
        LocalDate start(LocalDate day) {
            return switch (this) {
                case DAILY -> day;
                case WEEKLY -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
                case MONTHLY -> day.withDayOfMonth(1);
                case QUARTERLY -> day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % 3);
                case YEARLY -> day.withDayOfYear(1);
            };
        }

        /** The first day of the period after the one that begins at {@code start}. */
        LocalDate next(LocalDate start) {
            return switch (this) {
                case DAILY -> start.plusDays(1);
                case WEEKLY -> start.plusWeeks(1);
                case MONTHLY -> start.plusMonths(1);
                case QUARTERLY -> start.plusMonths(3);
                case YEARLY -> start.plusYears(1);
            };
        }
    }

    /** No reset. */
    record None() implements ResetPeriod {
        @Override
        public long next(long time) {
            return NEVER;
        }

        @Override
        public long lastResetAtOrBefore(long time) {
            return NONE_YET;
        }
    }

    /** One reset, at {@code at}. */
    record Once(long at) implements ResetPeriod {
        @Override
        public long next(long time) {
            return time < at ? at : NEVER;
        }

        @Override
        public long lastResetAtOrBefore(long time) {
            return time < at ? NONE_YET : at;
        }
    }

    /** Resets by the calendar of a time zone. */
    record Calendar(Keyword keyword, ZoneId zone) implements ResetPeriod {
        @Override
        public long next(long time) {
            return midnight(keyword.next(keyword.start(day(time))));
        }

        @Override
        public long lastResetAtOrBefore(long time) {
            return midnight(keyword.start(day(time)));
        }

        private LocalDate day(long time) {
            return LocalDate.ofInstant(Instant.ofEpochMilli(time), zone);
        }

        private long midnight(LocalDate day) {
            return day.atStartOfDay(zone).toInstant().toEpochMilli();
        }
    }

    /** Resets at {@code from + n * millis}, n = 1, 2, ... */
    record Interval(long from, long millis) implements ResetPeriod {
        public Interval {
            if (millis < 1) {
                throw new IllegalArgumentException("reset period " + millis + " ms: must be at least 1");
            }
        }

        @Override
        public long next(long time) {
            return time < from ? from + millis : from + (Math.floorDiv(time - from, millis) + 1) * millis;
        }

        @Override
        public long lastResetAtOrBefore(long time) {
            long whole = Math.floorDiv(time - from, millis);
            return whole < 1 ? NONE_YET : from + whole * millis;
        }
    }

    /**
     * Reads a reset period: a keyword in any case, or a time string.
     *
     * @param text value of PriorityUsageResetPeriod
     * @param effectiveFrom when the policy comes into effect, epoch milliseconds
     * @param zone of the keywords
     * @throws IllegalArgumentException if it is neither; names the value and the rule
     */
    static ResetPeriod parse(String text, long effectiveFrom, ZoneId zone) {
        String word = text.toUpperCase(Locale.ROOT);
        if (word.equals("NONE")) {
            return new None();
        }
        if (word.equals("NOW")) {
            return new Once(effectiveFrom);
        }
        for (Keyword keyword : Keyword.values()) {
            if (keyword.name().equals(word)) {
                return new Calendar(keyword, zone);
            }
        }
        return new Interval(effectiveFrom, interval(text));
    }

    private static long interval(String text) {
        long minutes;
        try {
            minutes = TimeString.minutes(text);
        } catch (IllegalArgumentException neither) {
            throw new IllegalArgumentException(
                    "PriorityUsageResetPeriod \"" + text + "\": must be NONE, NOW, DAILY, WEEKLY, MONTHLY, QUARTERLY,"
                            + " YEARLY, or a time string of Slurm 2.0 (28-0)",
                    neither);
        }
        if (minutes < 1 || minutes == TimeString.INFINITE) {
            throw new IllegalArgumentException(
                    "PriorityUsageResetPeriod \"" + text + "\": must be at least one minute, or NONE for no reset");
        }
        return minutes * 60_000;
    }
}
