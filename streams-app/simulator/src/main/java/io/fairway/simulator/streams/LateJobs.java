package io.fairway.simulator.streams;

import io.fairway.core.ledger.JobState;
import io.fairway.core.stored.StateCodec;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a task that changed before its process knew the brokers' time. After a restart, the clock of a domain goes on from where
 * it was stored, and a record that had waited shows no later time than that of its append. The clock of a task that was not
 * interrupted has moved on by then. Both are right, and {@link JobState#asOf} tells them apart until the job changes again. Nothing
 * else does: what a job contributes changes only at its deadlines, and each of them is applied as soon as the clock has passed it.
 */
final class LateJobs {
    private final Map<String, Instants> late = new HashMap<>();

    /** When a job was last charged, epoch milliseconds. */
    private record Instants(long one, long other) {}

    /** A job has changed. Returns whether its states differ in their instants alone, which they may from now on. */
    boolean changed(String job, byte @Nullable [] one, byte @Nullable [] other) {
        Instants instants = instants(one, other);
        if (instants == null) {
            return false;
        }
        late.put(job, instants);
        return true;
    }

    /** Whether the states of a job differ in the instants that {@link #changed} heard of, and in nothing else. */
    boolean isSame(String job, byte @Nullable [] one, byte @Nullable [] other) {
        Instants known = late.get(job);
        return known != null && known.equals(instants(one, other));
    }

    /** The instants of two states with the same facts; null if there are no such states. */
    private static @Nullable Instants instants(byte @Nullable [] one, byte @Nullable [] other) {
        if (one == null || other == null) {
            return null;
        }
        JobState first = StateCodec.decodeJob(one);
        JobState second = StateCodec.decodeJob(other);
        return first.facts().equals(second.facts()) ? new Instants(first.asOf(), second.asOf()) : null;
    }
}
