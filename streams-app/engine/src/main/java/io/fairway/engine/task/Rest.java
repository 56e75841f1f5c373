package io.fairway.engine.task;

/**
 * Keeps work for readers from starving the input. After some work on results, the task takes records for the same time,
 * if there are any. Otherwise a large share tree that changes with every record would be evaluated and sent for ever.
 * The work is estimated, not timed, so the same input has the same course on every machine.
 */
final class Rest {
    private static final long RECORD_MICROS = 40;
    private static final long NODE_MICROS = 1;

    private long until = Long.MIN_VALUE;
    private long records;
    private long nodes;
    private boolean taken;

    /** A record came in. */
    void tookRecord() {
        taken = true;
    }

    /** A record went out. */
    void sentRecord() {
        records++;
    }

    /** This number of tree nodes was evaluated. */
    void evaluated(long more) {
        nodes += more;
    }

    /**
     * Whether it is time to work on results.
     *
     * @param now epoch milliseconds
     */
    boolean isOver(long now) {
        return !taken || now >= until;
    }

    /**
     * Rests from now on.
     *
     * @param now when the work was done, epoch milliseconds
     */
    void begin(long now) {
        until = now + (records * RECORD_MICROS + nodes * NODE_MICROS) / 1_000;
        records = 0;
        nodes = 0;
        taken = false;
    }
}
