package io.fairway.schedulers.moab;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a waiting job and matters to its effective queue time.
 *
 * @param at epoch milliseconds
 * @param kind what happened
 * @param blocker what began or ceased to block the job; {@code null} for the other kinds
 */
public record QueueFact(long at, Kind kind, @Nullable QueueBlocker blocker) {
    /** What can happen. */
    public enum Kind {
        /** The job was submitted; under PBS at its eligible time. */
        SUBMITTED,
        BLOCKED,
        UNBLOCKED,
        /** The job runs, or is gone: its queue time stands still. */
        STARTED,
        /** The job ran and is back in the queue. What it had accrued stays; the time that it ran does not count. */
        REQUEUED
    }

    public QueueFact {
        boolean blocks = kind == Kind.BLOCKED || kind == Kind.UNBLOCKED;
        if (blocks != (blocker != null)) {
            throw new IllegalArgumentException("queue fact " + kind + " with blocker " + blocker
                    + ": BLOCKED and UNBLOCKED name one, no other does");
        }
    }

    /** A fact without a blocker. */
    public static QueueFact of(long at, Kind kind) {
        return new QueueFact(at, kind, null);
    }

    public static QueueFact blocked(long at, QueueBlocker blocker) {
        return new QueueFact(at, Kind.BLOCKED, blocker);
    }

    public static QueueFact unblocked(long at, QueueBlocker blocker) {
        return new QueueFact(at, Kind.UNBLOCKED, blocker);
    }
}
