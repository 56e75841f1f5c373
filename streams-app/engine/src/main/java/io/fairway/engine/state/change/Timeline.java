package io.fairway.engine.state.change;

import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The things that a domain has to do in future, in order of time. Each thing has one entry: a new instant replaces the
 * last one. The timeline is derived: every start of the task builds it anew.
 */
public class Timeline {
    /** A thing that is due. Equal things share one entry. */
    public sealed interface Due {
        /** Usage of a measure begins anew. */
        record Reset(String measure) implements Due {}

        /** Another version of a policy comes into force. */
        record PolicyChange() implements Due {}

        /** A deferred fact may be applied. */
        record Deferred(String key) implements Due {}

        /** An adjustment takes effect. */
        record Adjusted(String key) implements Due {}

        /** The ledger of a job has something to do: a lease may have ended. */
        record Job(JobKey job) implements Due {}

        /** A source may have seen a run of a job that ended with its lease. What is due of the job otherwise stays. */
        record Renewal(JobKey job) implements Due {}

        /** A priority record is no longer valid, or a begin time has come. */
        record Priority(JobKey job) implements Due {}
    }

    /** Something due at an instant. */
    public record Entry(long at, Due due) {}

    private record Slot(long at, int order, long sequence, Due due) {
        static int compare(Slot one, Slot other) {
            int byTime = Long.compare(one.at, other.at);
            int first = byTime != 0 ? byTime : Integer.compare(one.order, other.order);
            return first != 0 ? first : Long.compare(one.sequence, other.sequence);
        }
    }

    private final TreeSet<Slot> slots = new TreeSet<>(Slot::compare);

    private final Map<Due, Slot> byDue = new HashMap<>();
    private long sequence;
    private long first = Long.MAX_VALUE; // The instant of the first slot: each event asks for it.

    /** For a domain that is only read. Nothing is ever due. */
    public static Timeline unused() {
        return new Timeline() {
            @Override
            public void schedule(long at, Due due) {}
        };
    }

    /** Puts a thing at an instant, and removes it from any other. */
    public void schedule(long at, Due due) {
        Slot before = byDue.get(due);
        if (before != null) {
            if (before.at() == at) {
                return;
            }
            remove(before);
        }
        Slot slot = new Slot(at, order(due), sequence++, due);
        byDue.put(due, slot);
        slots.add(slot);
        first = Math.min(first, at);
    }

    /** Takes a thing off the timeline, if it is there. */
    public void cancel(Due due) {
        Slot slot = byDue.remove(due);
        if (slot != null) {
            remove(slot);
        }
    }

    private void remove(Slot slot) {
        slots.remove(slot);
        if (slot.at() <= first) {
            first = slots.isEmpty() ? Long.MAX_VALUE : slots.first().at();
        }
    }

    /** Whether anything is due at or before {@code instant}. */
    public boolean isDue(long instant) {
        return first <= instant && !slots.isEmpty();
    }

    /** The instant at which the first thing is due that is no reset; {@link Long#MAX_VALUE} = there is none. */
    public long firstButResets() {
        for (Slot slot : slots) {
            if (!(slot.due() instanceof Due.Reset)) {
                return slot.at();
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * Takes the first entry off the timeline.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public Entry take() {
        Slot slot = slots.first();
        cancel(slot.due());
        return new Entry(slot.at(), slot.due());
    }

    /** Number of entries. */
    public int size() {
        return slots.size();
    }

    private static int order(Due due) {
        return switch (due) {
            case Due.Reset reset -> 0;
            case Due.PolicyChange change -> 1;
            case Due.Deferred deferred -> 2;
            case Due.Adjusted adjusted -> 3;
            case Due.Job job -> 4;
            case Due.Renewal renewal -> 5;
            case Due.Priority priority -> 6;
        };
    }
}
