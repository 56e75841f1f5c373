package io.fairway.engine.store;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The stored form of a settled job: the time at which it settled, for the sweep, and then its state. */
public final class SettledJob {
    private SettledJob() {}

    /** The stored form of a job that ended. */
    public static byte[] bytes(JobView view, JobState state) {
        byte[] bytes = StateCodec.encode(state);
        return ByteBuffer.allocate(Long.BYTES + bytes.length)
                .putLong(settledAt(view, state))
                .put(bytes)
                .array();
    }

    public static JobState state(byte[] stored) {
        return StateCodec.decodeJob(Arrays.copyOfRange(stored, Long.BYTES, stored.length));
    }

    /** The instant at which it settled, epoch milliseconds. */
    public static long settledAt(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong();
    }

    /** Whether its lease ended it: no fact is as late as that, and the end of the run may still be told. */
    public static boolean isEndUntold(byte[] stored) {
        return lastFact(state(stored)) < settledAt(stored);
    }

    /** A job settles with its end, or with the last fact about it: a duplicate of that fact must find the job. */
    private static long settledAt(JobView view, JobState state) {
        return Math.max(view.settled(), lastFact(state));
    }

    private static long lastFact(JobState state) {
        return state.facts().get(state.facts().size() - 1).time();
    }
}
