package io.fairway.trial.replay;

import io.fairway.avro.Policy;
import io.fairway.avro.RankForm;
import io.fairway.avro.ShareNode;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The plan of a replay.
 *
 * @param trace the trace
 * @param policies one for each domain of the trace
 * @param shares the nodes of all share trees
 * @param at instant of the result, epoch milliseconds; later events do not count
 * @param shuffle seed of a random order of all events; empty = in the order of time
 * @param duplicatePercent percentage of events to send twice, 0 to 100
 * @param partitions partitions of every topic, 1 or more
 * @param restartAtPercent percentage of events after which to kill and restart the application
 */
public record ReplayPlan(
        TraceContent trace,
        List<Policy> policies,
        List<ShareNode> shares,
        long at,
        OptionalLong shuffle,
        int duplicatePercent,
        int partitions,
        OptionalInt restartAtPercent) {
    public ReplayPlan {
        // A replay reads its results once, at the end, and reports the numbers behind ranks, too.
        policies = policies.stream()
                .map(policy ->
                        Policy.newBuilder(policy).setRanks(RankForm.RECORDS).build())
                .toList();
        shares = List.copyOf(shares);
        requirePercent("duplicate", duplicatePercent);
        restartAtPercent.ifPresent(percent -> requirePercent("restart-at", percent));
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions " + partitions + ": must be 1 or more");
        }
        if (at < trace.firstEvent()) {
            throw new IllegalArgumentException("at " + java.time.Instant.ofEpochMilli(at)
                    + ": must not be before the first event, " + java.time.Instant.ofEpochMilli(trace.firstEvent()));
        }
    }

    /** The names of the policies; the summary shows the first. */
    List<String> policyNames() {
        return policies.stream().map(Policy::getName).distinct().toList();
    }

    private static void requirePercent(String what, int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException(what + " " + percent + ": must be a percentage from 0 to 100");
        }
    }
}
