package io.fairway.engine.task;

/**
 * Keeps work for readers from starving the input. After some work on results, the task takes records for the same time,
 * if there are any. Otherwise a large share tree that changes with every record would be evaluated and sent for ever.
 */
final class InputFirst {
    private long until;
    /** Whether a record came in since the rest began. */
    private boolean taken;
    /** Whether there was a turn since the start. */
    private boolean turned;

    /** Begins when there was no work yet. */
    InputFirst(long nanos) {
        until = nanos;
    }

    /** A record came in. */
    void tookRecord() {
        taken = true;
    }

    /** Whether it is time to work on results. */
    boolean isOver(long nanos) {
        return !taken || nanos - until >= 0;
    }

    /**
     * Rests from now on, but for the first time: after a start, the first turn looks at everything once, in code that is
     * cold. The events that waited for the start would wait as long again.
     *
     * @param begun when the work began, on the clock of {@link System#nanoTime}
     * @param done when it was done
     */
    void begin(long begun, long done) {
        until = turned ? done + (done - begun) : done;
        turned = true;
        taken = false;
    }
}
