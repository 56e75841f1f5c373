package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.stored.StateCodec;
import org.jspecify.annotations.Nullable;

/**
 * The room that a job has for more facts. A state with too many would not fit into a record. An end has some room of its
 * own, so that a job with too many facts can still end.
 */
final class JobSizeLimit {
    /** Why a fact is refused where there is no room. */
    static final String FULL = "at most " + JobBook.MAX_BYTES + " bytes and " + JobBook.MAX_FACTS
            + " facts of a job are kept; only its end is taken";

    private static final int LARGE = 65_536;

    /** A job with so many facts keeps no more of the kind that comes again and again: it must have room to start. */
    static final int MAX_WITH_BYPASSED = 1_000;

    private JobState state;
    /** At least the size of the state as it is stored. */
    private long bytes;

    private boolean full;

    /** @param mostBytes at least the bytes of the stored state; 0 = to be counted */
    JobSizeLimit(JobState state, int mostBytes) {
        this.state = state;
        bytes = mostBytes > 0 ? mostBytes : StateCodec.mostBytes(state);
        full = state.facts().size() >= JobBook.MAX_FACTS;
    }

    /** The state with the facts that were taken. */
    JobState state() {
        return state;
    }

    /** Whether there is no room for other facts than ends. */
    boolean isFull() {
        return full;
    }

    /** Whether a step costs as much as one of a job with many facts. */
    boolean isLarge() {
        if (bytes <= LARGE) {
            return false;
        }
        // Facts that took the place of others were counted as well: from here on they are not.
        bytes = StateCodec.encode(state).length;
        return bytes > LARGE;
    }

    /** At least the bytes of the stored state. */
    int mostBytes() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /**
     * Takes a fact, if there is room for it.
     *
     * @param with the state with the fact
     * @return why it is refused; null if it was taken
     */
    @Nullable
    String take(JobFact fact, JobState with) {
        if (fact.type() == JobEventType.BYPASSED && state.facts().size() >= MAX_WITH_BYPASSED) {
            return null;
        }
        boolean end = fact.type().endsRun();
        // A decision of limits, or a sign of life, takes the place of the one before it.
        boolean again = (fact.type() == JobEventType.LIMITED || fact.type() == JobEventType.SAMPLE)
                && with.facts().size() == state.facts().size();
        if (full && !end && !again) {
            return FULL;
        }
        long most = end ? JobBook.MAX_BYTES_WITH_ENDS : JobBook.MAX_BYTES;
        long next = bytes + StateCodec.mostBytes(fact);
        // The exact size is only computed near the bound. A fact in the place of another one is no growth.
        if (next > most && with.facts().size() > state.facts().size()) {
            next = StateCodec.encode(with).length;
            if (next > most) {
                full = true;
                return "its facts would have " + next + " bytes with this one; at most " + most + " are kept"
                        + (end ? "" : "; then only its end is taken");
            }
        }
        state = with;
        bytes = next;
        full |= state.facts().size() >= JobBook.MAX_FACTS;
        return null;
    }
}
