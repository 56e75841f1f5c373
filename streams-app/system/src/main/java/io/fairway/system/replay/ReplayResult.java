package io.fairway.system.replay;

import io.fairway.core.model.NodeId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replay.
 *
 * @param at instant that usage is read at, epoch milliseconds
 * @param events events of the trace, each counted once
 * @param skipped jobs of the trace that have no events
 * @param sent events that were sent, those sent twice counted twice
 * @param digest one number for all lines, see {@link LineDigest}
 * @param associations in the order of tree, account and user
 * @param waiting how many associations have no share record, so that they have no fairshare
 * @param starting time until broker and registry were there
 * @param processing time from the first event sent to the last one processed
 */
public record ReplayResult(
        long at,
        long events,
        long skipped,
        long sent,
        String digest,
        List<Row> associations,
        int waiting,
        Duration starting,
        Duration processing) {
    /**
     * One association.
     *
     * @param usage TRES-seconds, decayed to {@code at}
     * @param fairshare its factor 0..1; null where it has none
     */
    public record Row(
            NodeId association, double usage, @Nullable Double fairshare) {}

    public ReplayResult {
        associations = List.copyOf(associations);
    }

    /** Events processed per second. */
    public double rate() {
        return sent / Math.max(1e-3, processing.toMillis() / 1e3);
    }
}
