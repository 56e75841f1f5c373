package io.fairway.collect.ask;

import java.time.Duration;

/**
 * How long to wait before the next look. A look is a call to slurmctld, which also has jobs to schedule.
 *
 * @param interval from the start of one look to the start of the next
 * @param fraction most of slurmctld's time that looks may take, above 0 and at most 1
 */
public record Pace(Duration interval, double fraction) {
    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(10);
    private static final Duration LONGEST_AFTER_FAILURES = Duration.ofMinutes(1);
    private static final int MAX_DOUBLINGS = 3;

    /**
     * The pause after a look. After a look that failed it is 10 s, then 20, 40 and 60, however long the look took: a
     * scheduler that did not answer in time was not busy with it for so long.
     *
     * @param took how long Slurm took for its answer
     * @param failures looks that have failed since the last good one
     */
    public Duration pause(Duration took, int failures) {
        if (failures > 0) {
            Duration wanted = AFTER_A_FAILURE.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
            return wanted.compareTo(LONGEST_AFTER_FAILURES) < 0 ? wanted : LONGEST_AFTER_FAILURES;
        }
        Duration share = Duration.ofNanos((long) (took.toNanos() / fraction));
        Duration next = share.compareTo(interval) > 0 ? share : interval;
        return next.compareTo(took) > 0 ? next.minus(took) : Duration.ZERO;
    }
}
