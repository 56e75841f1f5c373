package io.fairway.engine.results;

/**
 * Something that is due once in each interval of a grid. The grid is fixed at the epoch: two instances, or one instance
 * before and after a restart, act at the same instants.
 */
final class GridTimer {
    private final long interval;
    private long last = Long.MIN_VALUE;

    /** @param interval milliseconds */
    GridTimer(long interval) {
        this.interval = interval;
    }

    /** Whether another interval has begun since the last call. On the first call it has. */
    boolean isDue(long now) {
        long current = Math.floorDiv(now, interval);
        if (current == last) {
            return false;
        }
        last = current;
        return true;
    }
}
