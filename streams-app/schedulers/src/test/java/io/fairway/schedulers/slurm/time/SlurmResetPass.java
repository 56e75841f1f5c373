package io.fairway.schedulers.slurm.time;

import io.fairway.core.usage.ResetPeriod.Keyword;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The effect of PriorityUsageResetPeriod in a pass of slurmctld, for conformance.
 *
 * <ol>
 *   <li>The next reset follows from the last one: DAILY is midnight of its day plus 86400 seconds, WEEKLY the midnight
 *       that begins the next Sunday, MONTHLY, QUARTERLY and YEARLY the first day of the next period.
 *   <li>DAILY and WEEKLY then advance in steps of 86400 and 604800 seconds while they are more than one step behind.
 *       These steps ignore daylight saving time.
 *   <li>MONTHLY, QUARTERLY and YEARLY advance one period per pass: after a downtime of n periods, n passes in a row
 *       wipe the usage.
 *   <li>When that time has come, the pass wipes usage and sets the last reset to that time, not to its own.
 * </ol>
 *
 * <p>Source: Slurm 22.05, observed behaviour of priority/multifactor.
 */
public final class SlurmResetPass {
    private static final long DAY = 86_400_000L;

    private SlurmResetPass() {}

    /**
     * The last reset after a pass at {@code now}; {@code lastReset} itself if this pass wipes nothing. Times are epoch
     * milliseconds.
     */
    public static long pass(Keyword keyword, ZoneId zone, long lastReset, long now) {
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(lastReset), zone);
        long next = switch (keyword) {
            case DAILY -> catchUp(midnight(day, zone) + DAY, DAY, now);
            case WEEKLY -> catchUp(midnight(sundayAfter(day), zone), 7 * DAY, now);
            case MONTHLY, QUARTERLY, YEARLY -> midnight(keyword.next(keyword.start(day)), zone);
        };
        return now >= next ? next : lastReset;
    }

    private static long catchUp(long next, long step, long now) {
        return now - next > step ? next + (now - next) / step * step : next;
    }

    private static LocalDate sundayAfter(LocalDate day) {
        return day.plusDays(7 - day.getDayOfWeek().getValue() % 7);
    }

    private static long midnight(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
