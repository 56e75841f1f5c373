package io.fairway.core.stored;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import java.nio.ByteBuffer;

/**
 * A job that ended, as it is stored: the time at which it settled, for the sweep, and then its state.
 *
 * @param at the instant at which it settled, epoch milliseconds
 */
public record SettledJob(long at, JobState state) {
    /** A job settles with its end, or with the last fact about it: a duplicate of that fact must find the job. */
    public static SettledJob of(JobView view, JobState state) {
        return new SettledJob(Math.max(view.settled(), lastFact(state)), state);
    }

    /** The stored form. */
    public byte[] bytes() {
        StateOutput out = StateOutput.empty();
        out.word(at);
        StateCodec.write(out, state);
        return out.take();
    }

    /** Reads the stored form. */
    public static SettledJob read(byte[] stored) {
        return new SettledJob(at(stored), StateCodec.decodeJob(stored, Long.BYTES));
    }

    /** The instant at which a stored job settled. */
    public static long at(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong();
    }

    /** The stored form of the instant in the place of a forgotten job, see {@code Forgetting}. */
    public static byte[] mark(long forgotten) {
        return ByteBuffer.allocate(Long.BYTES).putLong(forgotten).array();
    }

    /** Whether a stored form is such an instant, which {@link #at} reads. */
    public static boolean isMark(byte[] stored) {
        return stored.length == Long.BYTES;
    }

    private static long lastFact(JobState state) {
        return state.facts().get(state.facts().size() - 1).time();
    }
}
