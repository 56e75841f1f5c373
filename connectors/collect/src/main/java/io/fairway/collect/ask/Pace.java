package io.fairway.collect.ask;

import java.time.Duration;

/**
 * How long to wait before the next look. A look is a call to slurmctld, which also has jobs to schedule.
 *
 * @param interval from the start of one look to the start of the next
 * @param fraction most of slurmctld's time that looks may take, above 0 and at most 1
 */
public record Pace(Duration interval, double fraction) {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int MAX_DOUBLINGS = 10;

    /**
     * The pause after a look.
     *
     * @param took how long Slurm took for its answer
     * @param failures looks that have failed since the last good one; each doubles the interval, up to 5 minutes
     */
    public Duration pause(Duration took, int failures) {
        Duration slow = interval.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
        Duration longest = LONGEST.compareTo(interval) > 0 ? LONGEST : interval;
        Duration wanted = slow.compareTo(longest) < 0 ? slow : longest;
        Duration share = Duration.ofNanos((long) (took.toNanos() / fraction));
        Duration next = share.compareTo(wanted) > 0 ? share : wanted;
        return next.compareTo(took) > 0 ? next.minus(took) : Duration.ZERO;
    }
}
