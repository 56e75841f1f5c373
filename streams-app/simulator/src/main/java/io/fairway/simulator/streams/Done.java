package io.fairway.simulator.streams;

import io.fairway.simulator.broker.LogEntry;

/** A thing that a task has done, at the time that its instance read. */
public sealed interface Done {
    /** What its instance knew of the time. */
    Moment at();

    /**
     * What an instance knows of the time.
     *
     * @param clock its own clock, epoch milliseconds
     * @param brokers the brokers' time, as far as append times have shown it; {@link
     *     io.fairway.core.time.BrokerTime#UNTOLD} = none has
     */
    record Moment(long clock, long brokers) {}

    /** A record was processed. */
    record Took(String topic, LogEntry entry, Moment at) implements Done {}

    /**
     * The wall clock's timers ran.
     *
     * @param turn whether the task took a turn, and did not let it wait because of a backlog
     */
    record Punctuated(Moment at, boolean turn) implements Done {}
}
