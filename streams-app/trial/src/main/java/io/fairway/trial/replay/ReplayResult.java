package io.fairway.trial.replay;

import io.fairway.core.model.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay.
 *
 * @param at instant of the usage, epoch milliseconds
 * @param events events of the trace, each counted once
 * @param skipped jobs of the trace without events
 * @param sent number of sent events; an event sent twice counts twice
 * @param digest one number for all lines, see {@link LineDigest}
 * @param associations in the order of tree, account and user, under the first policy
 * @param fairshares the numbers of every node, by policy
 * @param unplaced number of associations without share record, and so without fairshare
 * @param starting time to start the broker and the registry
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
        int unplaced,
        Duration starting,
        Duration processing) {
    /**
     * One association.
     *
     * @param usage TRES-seconds, decayed to {@code at}
     * @param fairshare its factor 0..1; null if it has none
     */
    public record Row(
            NodeId association, double usage, @Nullable Double fairshare) {}

    /**
     * A node under one policy.
     *
     * @param factor its fairshare factor; null if it has none
     * @param rank Slurm's rank among the users, 1 is served last; null if it has none
     * @param rawUsage its usage under the policy
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
