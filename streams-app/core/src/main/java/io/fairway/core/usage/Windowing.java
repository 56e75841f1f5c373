package io.fairway.core.usage;

/**
 * The windows of usage: their length and their number, Moab's FSINTERVAL and FSDEPTH. Windows are aligned to the Unix epoch (UTC); window number n is
 * {@code [n * interval, (n + 1) * interval)}.
 *
 * <p>Source: Maui admin guide 6.3, FSINTERVAL, FSDEPTH; the alignment as in Maui 3.3. Fairway splits by time, so a
 * window without running jobs is empty. A running Maui shifts its windows once, however long it slept.
 *
 * @param intervalMillis FSINTERVAL in milliseconds, at least 1000
 * @param depth FSDEPTH: the number of windows that count, the current one included; 1..{@link #MAX_DEPTH}
 */
public record Windowing(long intervalMillis, int depth) {
    /** The largest FSDEPTH; Maui keeps 24 or 32 windows. */
    public static final int MAX_DEPTH = 1024;

    private static final long MAX_INTERVAL = 1L << 40;

    public Windowing {
        if (intervalMillis < 1000 || intervalMillis > MAX_INTERVAL) {
            throw new IllegalArgumentException(
                    "FSINTERVAL " + intervalMillis + " ms: must be 1000 to " + MAX_INTERVAL + " (34 years)");
        }
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("FSDEPTH " + depth + ": must be 1 to " + MAX_DEPTH);
        }
    }

    /** The number of the window that contains {@code time}, epoch milliseconds. */
    public long index(long time) {
        return Math.floorDiv(time, intervalMillis);
    }

    /** The start of a window, epoch milliseconds. */
    public long start(long index) {
        return index * intervalMillis;
    }

    /** The next shift of the windows after {@code time}, epoch milliseconds. */
    public long nextBoundary(long time) {
        return start(index(time) + 1);
    }
}
