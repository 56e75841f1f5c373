package io.fairway.schedulers.lsf.aps;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * User-assigned job priority and its escalation.
 *
 * <ol>
 *   <li>MAX_USER_PRIORITY switches it on. Users may give 1 to that number, administrators more. Without it the job
 *       priority is always 0.
 *   <li>The default is MAX_USER_PRIORITY / 2, rounded down.
 *   <li>JOB_PRIORITY_OVER_TIME=increment/minutes adds the increment after every whole interval pending. The result may
 *       exceed MAX_USER_PRIORITY, up to 2147483647.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, User-assigned job priority; Configuring job priority escalation. The default and the end
 * of the escalation are from memory of these pages.
 *
 * @param maxUserPriority at least 1; {@code null} = not defined
 * @param increment of JOB_PRIORITY_OVER_TIME, at least 0; 0 = no escalation
 * @param intervalMillis of JOB_PRIORITY_OVER_TIME, at least 1
 */
public record JobPriorityRules(@Nullable Long maxUserPriority, long increment, long intervalMillis) {
    /** No job priority. */
    public static final JobPriorityRules NONE = new JobPriorityRules(null, 0, 1);
    /** The upper end of the escalation. */
    public static final double MAXIMUM = Integer.MAX_VALUE;

    private static final Pattern OVER_TIME = Pattern.compile("\\s*(\\d{1,9})\\s*/\\s*(\\d{1,9})\\s*");

    public JobPriorityRules {
        if (maxUserPriority != null && maxUserPriority < 1) {
            throw new IllegalArgumentException("MAX_USER_PRIORITY " + maxUserPriority + ": must be a positive integer");
        }
        if (increment < 0 || intervalMillis < 1) {
            throw new IllegalArgumentException("JOB_PRIORITY_OVER_TIME " + increment + " every " + intervalMillis
                    + " ms: must be positive integers");
        }
    }

    /** The rules of MAX_USER_PRIORITY and JOB_PRIORITY_OVER_TIME ({@code null} = not defined). */
    public static JobPriorityRules of(@Nullable Long maxUserPriority, @Nullable String overTime) {
        if (overTime == null) {
            return new JobPriorityRules(maxUserPriority, 0, 1);
        }
        Matcher parts = OVER_TIME.matcher(overTime);
        String increment = parts.matches() ? parts.group(1) : null;
        String minutes = parts.matches() ? parts.group(2) : null;
        if (increment == null || minutes == null || Long.parseLong(increment) == 0 || Long.parseLong(minutes) == 0) {
            throw new IllegalArgumentException(
                    "JOB_PRIORITY_OVER_TIME \"" + overTime + "\": must be increment/minutes, two positive integers");
        }
        return new JobPriorityRules(maxUserPriority, Long.parseLong(increment), 60_000 * Long.parseLong(minutes));
    }

    /**
     * The priority of a job as submitted.
     *
     * @param asked bsub -sp; {@code null} = not given
     * @throws IllegalArgumentException if the user may not request this priority
     */
    public long submitted(@Nullable Long asked, boolean administrator) {
        Long max = maxUserPriority;
        if (max == null) {
            if (asked != null) {
                throw new IllegalArgumentException(
                        "job priority " + asked + ": must not be given without MAX_USER_PRIORITY");
            }
            return 0;
        }
        if (asked == null) {
            return max / 2;
        }
        if (asked < 1 || (asked > max && !administrator)) {
            throw new IllegalArgumentException(
                    "job priority " + asked + ": must be 1 to " + max + " (MAX_USER_PRIORITY)");
        }
        return asked;
    }

    /** The priority after some pending time. */
    public double escalated(double submitted, long pendingMillis) {
        long intervals = Math.max(0, pendingMillis) / intervalMillis;
        return Math.min(MAXIMUM, submitted + (double) increment * intervals);
    }
}
