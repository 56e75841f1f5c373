package io.fairway.agent.send;

import io.fairway.agent.sample.SampleGrid;
import java.util.function.LongSupplier;

/** When samples may go: each host in its part of the interval, and after an outage not faster than a rate. */
public final class SendTimes {
    private static final double NANOS = 1e9;

    private final SampleGrid grid;
    private final long delayMillis;
    private final double bytesPerSecond;
    private final Backoff backoff;
    private final LongSupplier wallMillis;
    private final LongSupplier nanos;
    private long freeAt;

    /**
     * @param host its name decides its part of the interval
     * @param spreadPercent part of the interval over which hosts are spread
     * @param bytesPerSecond most bytes of samples
     */
    public SendTimes(
            SampleGrid grid,
            String host,
            int spreadPercent,
            double bytesPerSecond,
            LongSupplier wallMillis,
            LongSupplier nanos) {
        this.grid = grid;
        this.delayMillis = grid.sendDelayMillis(host, spreadPercent);
        this.bytesPerSecond = bytesPerSecond;
        this.backoff = new Backoff((double) delayMillis / grid.intervalMillis());
        this.wallMillis = wallMillis;
        this.nanos = nanos;
        this.freeAt = nanos.getAsLong();
    }

    /** Whether samples may go now. */
    boolean mayNow() {
        long now = wallMillis.getAsLong();
        return now - grid.pointAt(now) >= delayMillis && nanos.getAsLong() - freeAt >= 0;
    }

    /** Notes what went. */
    void sent(int bytes) {
        freeAt = nanos.getAsLong() + (long) (bytes / bytesPerSecond * NANOS);
    }

    Backoff backoff() {
        return backoff;
    }
}
