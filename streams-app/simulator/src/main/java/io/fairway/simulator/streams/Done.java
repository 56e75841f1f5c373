package io.fairway.simulator.streams;

import io.fairway.simulator.broker.LogEntry;

/** A thing that a task has done, at the time that its instance read. */
public sealed interface Done {
    /** The clock of the instance, epoch milliseconds. */
    long clock();

    /** A record was processed. */
    record Took(String topic, LogEntry entry, long clock) implements Done {}

    /**
     * The wall clock's timers ran.
     *
     * @param turn whether the task took a turn, and did not let it wait because of a backlog
     */
    record Punctuated(long clock, boolean turn) implements Done {}
}
