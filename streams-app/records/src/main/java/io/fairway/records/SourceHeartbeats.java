package io.fairway.records;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.model.FactRules;
import java.time.Instant;

/** Checks heartbeats of sources. */
public final class SourceHeartbeats {
    private SourceHeartbeats() {}

    /**
     * Checks a heartbeat by itself.
     *
     * @throws IllegalArgumentException naming the value and the rule
     */
    public static void check(SourceHeartbeat heartbeat) {
        checkKey(
                heartbeat.getCluster(),
                heartbeat.getSource(),
                heartbeat.getSince().toEpochMilli());
        Instant through = heartbeat.getThrough();
        if (!FactRules.isPossible(through.toEpochMilli()) || through.isBefore(heartbeat.getSince())) {
            throw new IllegalArgumentException("through " + through.toEpochMilli()
                    + ": must lie in the years 1970 to 9999, and not before since, which is "
                    + heartbeat.getSince().toEpochMilli());
        }
        if (heartbeat.getIntervalMs() < 0 || heartbeat.getIntervalMs() > FactRules.MAX_TIME) {
            throw new IllegalArgumentException(
                    "intervalMs " + heartbeat.getIntervalMs() + ": must be 0 to " + FactRules.MAX_TIME);
        }
    }

    /**
     * Checks what names the life of a source.
     *
     * @param since epoch milliseconds
     * @throws IllegalArgumentException naming the value and the rule
     */
    public static void checkKey(String cluster, String source, long since) {
        if (cluster.isEmpty() || source.isEmpty()) {
            throw new IllegalArgumentException(
                    "cluster '" + cluster + "' and source '" + source + "': neither may be empty");
        }
        if (!FactRules.isPossible(since)) {
            throw new IllegalArgumentException("since " + since + ": must lie in the years 1970 to 9999");
        }
    }
}
