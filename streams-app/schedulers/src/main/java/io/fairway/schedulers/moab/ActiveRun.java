package io.fairway.schedulers.moab;

/**
 * The run of an active job.
 *
 * @param elapsed time that it has run
 * @param hunger processors that it needs to balance itself (dynamic jobs)
 */
public record ActiveRun(Accrual elapsed, double hunger) {
    public ActiveRun {
        TaskResources.notNegative("processors needed to balance a job", hunger);
    }
}
