package io.fairway.core.hosts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A host of a cluster.
 *
 * @param slots job slots, at least 0 (LSF: MXJ of lsb.hosts); {@code null} = not known
 * @param slotLimit slots that a limit allows on it, at least 0 (LSF: SLOTS of PER_HOST in lsb.resources); {@code null} =
 *     no limit
 * @param groups that it is a member of
 */
public record Host(Id id, @Nullable Long slots, @Nullable Long slotLimit, Set<String> groups, State state) {
    /** Name of a host, unique within its cluster. */
    public record Id(String cluster, String name) {
        @Override
        public String toString() {
            return name + " of cluster " + cluster;
        }
    }

    /** Whether it takes new jobs. Running jobs keep their slots in every state. */
    public enum State {
        /** A state unknown to this version: it takes no new jobs. */
        UNKNOWN,
        /** Takes new jobs. */
        OPEN,
        /** Closed by an operator or a limit. */
        CLOSED,
        /** Does not answer. */
        DOWN
    }

    public Host {
        groups = Set.copyOf(groups);
        if ((slots != null && slots < 0) || (slotLimit != null && slotLimit < 0)) {
            throw new IllegalArgumentException(
                    "host " + id + ": slots " + slots + " and slotLimit " + slotLimit + " must be at least 0");
        }
    }

    /** Whether it takes new jobs. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** The slots that all jobs together may hold on it; {@code null} = neither its slots nor a limit are known. */
    public @Nullable Long most() {
        if (slots == null || slotLimit == null) {
            return slots == null ? slotLimit : slots;
        }
        return Math.min(slots, slotLimit);
    }
}
