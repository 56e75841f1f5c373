package io.fairway.schedulers.moab.job;

import org.jspecify.annotations.Nullable;

/**
 * An event of a waiting job that affects its effective queue time.
 *
 * @param at epoch milliseconds
 * @param kind the kind of event
 * @param blocker the blocker that began or ended; {@code null} for the other kinds
 */
public record QueueFact(long at, Kind kind, @Nullable QueueBlocker blocker) {
    /** The kinds of events. */
    public enum Kind {
        /** The job was submitted; under PBS, at its eligible time. */
        SUBMITTED,
        BLOCKED,
        UNBLOCKED,
        /** The job runs or is gone: its queue time stands still. */
        STARTED,
        /** The job ran and is back in the queue. Its accrued time stays; its run time does not count. */
        REQUEUED
    }

    public QueueFact {
        boolean blocks = kind == Kind.BLOCKED || kind == Kind.UNBLOCKED;
        if (blocks != (blocker != null)) {
            throw new IllegalArgumentException("queue fact " + kind + " with blocker " + blocker
                    + ": BLOCKED and UNBLOCKED must name a blocker, other kinds must not");
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
