package io.fairway.engine;

import java.util.function.Supplier;

/**
 * What moves the clocks of domains, and what follows from it: {@link LiveClock} goes by the wall clock, {@link ReplayClock} by
 * the times of the events. Instants are epoch milliseconds.
 */
public interface DomainClock {
    /** No instant: the clock stays where it is. */
    long STAYS = Long.MIN_VALUE;

    /** The instant to which the wall clock moves the clock of a domain, or {@link #STAYS}. */
    long byWallClock(long now);

    /** The instant to which an event moves the clock of its domain, or {@link #STAYS}. */
    long byEvent(long time);

    /** Whether records of the topic of clocks may move the clock of a domain. */
    boolean isMovedByTicks();

    /**
     * The instant of the usage that a turn sends.
     *
     * @param reached the clock of the domain
     * @param at the instant of the turn
     */
    long asOf(long reached, long at);

    /**
     * Whether limits are decided and trees are evaluated when the clock of the domain passes the grid, and not in turns. All
     * results then follow from the events alone.
     */
    boolean evaluatesInEventTime();

    /** Whether each report about a job makes a priority record, and not what was reported since the last turn together. */
    boolean pricesEachReport();

    /**
     * Whether long work is spread over turns, so that nobody waits for it: facts of large jobs are put aside, and work on results
     * makes way for the input.
     */
    boolean spreadsWork();

    /**
     * The time that one record may take.
     *
     * @param slice makes a slice of a turn
     */
    Budget ofRecord(Supplier<Budget> slice);

    /**
     * Whether events happen about when they are appended. Then those that are too far from their append are refused, and
     * settled jobs are forgotten after a horizon. A history is appended long after it happened.
     */
    boolean keepsHorizon();
}
