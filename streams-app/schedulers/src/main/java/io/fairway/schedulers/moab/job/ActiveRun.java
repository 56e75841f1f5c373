package io.fairway.schedulers.moab.job;

/**
 * The run of an active job.
 *
 * @param elapsed its run time so far
 * @param hunger processors that it needs for balance (dynamic jobs)
 */
public record ActiveRun(Accrual elapsed, double hunger) {
    public ActiveRun {
        TaskResources.notNegative("processors needed to balance a job", hunger);
    }
}
