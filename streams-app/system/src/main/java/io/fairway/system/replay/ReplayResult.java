package io.fairway.system.replay;

import io.fairway.core.model.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replay.
 *
 * @param at instant that usage is read at, epoch milliseconds
 * @param events events of the trace, each counted once
 * @param skipped jobs of the trace that have no events
 * @param sent events that were sent, those sent twice counted twice
 * @param digest one number for all lines, see {@link LineDigest}
 * @param associations in the order of tree, account and user, under the first policy
 * @param fairshares what each policy says of every node, by its name
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
        Map<String, List<Share>> fairshares,
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

    /**
     * A node under one policy.
     *
     * @param factor of fairshare; null where it has none
     * @param rank among the users; null where it has none
     * @param rawUsage what the policy reads as its usage
     */
    public record Share(
            NodeId node, @Nullable Double factor, @Nullable Long rank, double rawUsage) {}

    public ReplayResult {
        associations = List.copyOf(associations);
        fairshares = Map.copyOf(fairshares);
    }

    /** Events processed per second. */
    public double rate() {
        return sent / Math.max(1e-3, processing.toMillis() / 1e3);
    }
}
