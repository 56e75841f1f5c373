package io.fairway.schedulers.slurm.time;

import io.fairway.core.usage.ResetPeriod;
import java.time.ZoneId;
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
 * <p>Source: Slurm 22.05 slurm.conf (keywords), Slurm 2.0 multifactor priority page of June 2009 (time string).
 *
 * <p>Where we differ: slurmctld resets at its passes only, and catches up slowly; {@code SlurmResetPass} of the tests does so.
 */
public final class SlurmResetPeriod {
    private SlurmResetPeriod() {}

    /**
     * Reads a reset period: a keyword in any case, or a time string.
     *
     * @param text value of PriorityUsageResetPeriod
     * @param effectiveFrom when the policy comes into effect, epoch milliseconds
     * @param zone of the keywords
     * @throws IllegalArgumentException if it is neither; names the value and the rule
     */
    public static ResetPeriod parse(String text, long effectiveFrom, ZoneId zone) {
        String word = text.toUpperCase(Locale.ROOT);
        if (word.equals("NONE")) {
            return new ResetPeriod.None();
        }
        if (word.equals("NOW")) {
            return new ResetPeriod.Once(effectiveFrom);
        }
        for (ResetPeriod.Keyword keyword : ResetPeriod.Keyword.values()) {
            if (keyword.name().equals(word)) {
                return new ResetPeriod.Calendar(keyword, zone);
            }
        }
        return new ResetPeriod.Interval(effectiveFrom, interval(text));
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
