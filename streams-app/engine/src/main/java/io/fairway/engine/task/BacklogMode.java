package io.fairway.engine.task;

import java.time.Duration;

/**
 * Whether a task works off a backlog. The results of such records are late already, and the next turn replaces most of them. So
 * turns and commits come less often: each covers more events, and what several of them change is written and sent once.
 */
final class BacklogMode {
    /** Events that were appended longer ago are a backlog, milliseconds. Clocks of brokers and instances may differ by less. */
    static final long BEHIND = Duration.ofSeconds(5).toMillis();

    /** From one turn to the next while there is a backlog, milliseconds. */
    static final long TURN = 500;

    private long appended = Long.MAX_VALUE;
    private long turned = Long.MIN_VALUE;
    private boolean unfinished = true;

    /** An event came in. Tables do not count: their records are read as if they were older. */
    void took(long appended) {
        this.appended = appended;
    }

    /**
     * Whether the turn that is due now may wait. It never waits if no event came in since the last call, if there was none
     * yet, or if the last one left something to do.
     *
     * @param now the wall clock
     */
    boolean mayWait(long now) {
        boolean behind = appended != Long.MAX_VALUE && now - appended > BEHIND;
        appended = Long.MAX_VALUE;
        return behind && !unfinished && Math.abs(now - turned) < TURN;
    }

    /**
     * A turn was taken.
     *
     * @param now the wall clock
     * @param done whether nothing is left for the next one
     */
    void turned(long now, boolean done) {
        turned = now;
        unfinished = !done;
    }
}
