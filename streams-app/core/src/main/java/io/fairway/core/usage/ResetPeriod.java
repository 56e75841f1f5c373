package io.fairway.core.usage;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/**
 * The instants at which recorded usage begins anew: never, once, by the calendar, or at equal intervals.
 *
 * <p>A reset is an instant: earlier charges never count after it, in whatever order they arrive.
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
        /** At midnight. */
        DAILY,
        /** At the midnight that begins Sunday. */
        WEEKLY,
        /** On the first day of each month. */
        MONTHLY,
        /** On the first day of January, April, July and October. */
        QUARTERLY,
        /** On the first of January. */
        YEARLY;

        /** The first day of the period that contains {@code day}. */
        public LocalDate start(LocalDate day) {
            return switch (this) {
                case DAILY -> day;
                case WEEKLY -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
                case MONTHLY -> day.withDayOfMonth(1);
                case QUARTERLY -> day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % 3);
                case YEARLY -> day.withDayOfYear(1);
            };
        }

        /** The first day of the period after the one that begins at {@code start}. */
        public LocalDate next(LocalDate start) {
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

    /**
     * One reset.
     *
     * @param at epoch milliseconds
     */
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

    /**
     * Resets at {@code from + n * millis}, n = 1, 2, ...
     *
     * @param from epoch milliseconds; no reset itself
     * @param millis at least 1
     */
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
}
