package io.fairway.simulator.streams;

import java.util.Comparator;

/**
 * A task.
 *
 * @param relay whether it is one of the relay; otherwise it is one of the domains
 */
public record TaskKey(boolean relay, int partition) implements Comparable<TaskKey> {
    private static final Comparator<TaskKey> ORDER =
            Comparator.comparing(TaskKey::relay).thenComparing(TaskKey::partition);

    @Override
    public int compareTo(TaskKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return (relay ? "1_" : "0_") + partition;
    }
}
