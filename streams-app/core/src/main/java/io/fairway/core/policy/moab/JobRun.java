package io.fairway.core.policy.moab;

/**
 * The run of an active job.
 *
 * @param elapsed time that it has run
 * @param hunger processors that it needs to balance itself (dynamic jobs)
 */
public record JobRun(Accrual elapsed, double hunger) {
    public JobRun {
        Resources.notNegative("processors needed to balance a job", hunger);
    }
}
