package io.fairway.schedulers.moab.job;

/**
 * An active job, as the other jobs of its user see it.
 *
 * @param procs processors that it holds
 * @param wallclock its limit, seconds; {@link JobRequest#NO_LIMIT} = none, so its remaining time is unknown
 * @param elapsed its run time so far
 */
public record ActiveJob(double procs, long wallclock, Accrual elapsed) {
    public ActiveJob {
        TaskResources.notNegative("processors of an active job", procs);
        TaskResources.notNegative("wall clock limit of an active job", (double) wallclock);
    }

    /** The rest of its limit at {@code time}, milliseconds; at least 0. */
    long left(long time) {
        return Math.max(0, wallclock * 1000 - elapsed.at(time));
    }
}
