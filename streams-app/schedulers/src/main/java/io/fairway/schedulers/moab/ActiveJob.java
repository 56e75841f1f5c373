package io.fairway.schedulers.moab;

/**
 * An active job of a user, as the user's other jobs see it.
 *
 * @param procs processors that it holds
 * @param wallclock its limit, seconds; {@link JobRequest#NO_LIMIT} = none: nothing is known to be left to it
 * @param elapsed time that it has run
 */
public record ActiveJob(double procs, long wallclock, Accrual elapsed) {
    public ActiveJob {
        TaskResources.notNegative("processors of an active job", procs);
        TaskResources.notNegative("wall clock limit of an active job", (double) wallclock);
    }

    /** What is left of its limit at {@code time}, milliseconds; at least 0. */
    long left(long time) {
        return Math.max(0, wallclock * 1000 - elapsed.at(time));
    }
}
