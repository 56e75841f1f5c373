package io.fairway.api.answer;

import io.fairway.avro.SourceHeartbeat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a source of job events has looked.
 *
 * @param since since when it has looked without a gap
 * @param runningJobs jobs that it saw running; null = it does not see which jobs run
 * @param retired whether nobody waits for it any more
 */
public record SourceJson(
        String cluster,
        String source,
        Instant since,
        Instant through,
        @Nullable Long runningJobs,
        boolean retired) {
    public static SourceJson of(SourceHeartbeat heartbeat) {
        return new SourceJson(
                heartbeat.getCluster(),
                heartbeat.getSource(),
                heartbeat.getSince(),
                heartbeat.getThrough(),
                heartbeat.getRunningJobs(),
                heartbeat.getRetired());
    }
}
