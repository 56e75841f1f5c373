package io.fairway.dispatcher.slurm;

/** Bounds the calls to slurmctld: so many in a second, and as many at once after a pause. Time is an argument. */
final class CallRate {
    private final double perSecond;
    private double left;
    private long since = Long.MIN_VALUE;

    /** @param perSecond calls in a second, above 0 */
    CallRate(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("calls per second " + perSecond + ": must be above 0");
        }
        this.perSecond = perSecond;
    }

    /** Calls that may be made at an instant, epoch milliseconds. A clock that goes back gives none. */
    int allowed(long now) {
        double most = Math.max(1, perSecond);
        left = since == Long.MIN_VALUE ? most : Math.min(most, left + Math.max(0, now - since) * perSecond / 1000);
        since = now;
        return (int) left;
    }

    void used(int calls) {
        left -= calls;
    }
}
