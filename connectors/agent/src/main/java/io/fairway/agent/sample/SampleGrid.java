package io.fairway.agent.sample;

/**
 * The clock grid: the multiples of an interval since the epoch, alike on all hosts. The wall clock says which point it
 * is; a clock that never jumps says that enough time passed since the last one.
 *
 * @param intervalMillis distance of the points
 */
public record SampleGrid(long intervalMillis) {
    private static final long LONGEST_WAIT = 5_000;

    /** The last point at or before an instant, epoch milliseconds. */
    public long pointAt(long wallMillis) {
        return Math.floorDiv(wallMillis, intervalMillis) * intervalMillis;
    }

    /**
     * Whether a sample is due. Where the wall clock jumped, in either direction, the grid follows it; a clock that
     * trembles at a point does not sample twice.
     *
     * @param lastPoint the point that was sampled last
     * @param sinceLastMillis time since then by a clock that never jumps
     */
    public boolean isDue(long lastPoint, long wallMillis, long sinceLastMillis) {
        return pointAt(wallMillis) != lastPoint && sinceLastMillis >= intervalMillis / 2;
    }

    /** How long to wait before asking again. It is short enough to notice a clock that jumped. */
    public long waitMillis(long wallMillis) {
        return Math.max(1, Math.min(pointAt(wallMillis) + intervalMillis - wallMillis, LONGEST_WAIT));
    }

    /** The points that passed without a sample, between two that were sampled. */
    public long missed(long lastPoint, long point) {
        return Math.max(0, (point - lastPoint) / intervalMillis - 1);
    }

    /**
     * How long after a point a host sends its samples. Each host has its own part of the interval, so that the brokers
     * do not hear all hosts at once.
     *
     * @param spreadPercent part of the interval over which hosts are spread
     */
    public long sendDelayMillis(String host, int spreadPercent) {
        return StableHash.of(host, 0) % Math.max(1, intervalMillis * spreadPercent / 100);
    }
}
