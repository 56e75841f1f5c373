package io.fairway.engine.state;

import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;

/** What a domain has to do at instants to come, in order of time. Derived: built anew whenever a task starts. */
public final class Timeline {
    /** What is due. */
    public sealed interface Due {
        /** Usage of a measure begins anew. */
        record Reset(String measure) implements Due {}

        /** Another version of a policy comes into force. */
        record PolicyChange() implements Due {}

        /** A held fact may be applied. */
        record Held(String key) implements Due {}

        /** An adjustment takes effect. */
        record Adjusted(String key) implements Due {}

        /** A lease may have ended. */
        record Job(io.fairway.core.model.JobKey job) implements Due {}

        /** A priority record is no longer valid. */
        record Priority(io.fairway.core.model.JobKey job) implements Due {}
    }

    /** Something due at an instant. */
    public record Entry(long at, int order, Due due) {}

    private final PriorityQueue<Entry> queue =
            new PriorityQueue<>(Comparator.comparingLong(Entry::at).thenComparingInt(Entry::order));

    private final Set<Entry> scheduled = new HashSet<>();

    /** Asks for something at an instant; nothing when that was asked for already. */
    public void schedule(long at, Due due) {
        Entry entry = new Entry(at, order(due), due);
        if (scheduled.add(entry)) {
            queue.add(entry);
        }
    }

    /** Whether anything is due at or before {@code instant}. */
    public boolean isDue(long instant) {
        Entry first = queue.peek();
        return first != null && first.at() <= instant;
    }

    public Entry take() {
        Entry entry = queue.remove();
        scheduled.remove(entry);
        return entry;
    }

    private static int order(Due due) {
        return switch (due) {
            case Due.Reset reset -> 0;
            case Due.PolicyChange change -> 1;
            case Due.Held held -> 2;
            case Due.Adjusted adjusted -> 3;
            case Due.Job job -> 4;
            case Due.Priority priority -> 5;
        };
    }
}
