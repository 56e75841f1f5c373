package io.fairway.dispatcher.slurm;

/** The pauses after failures of slurmctld: each twice as long as the one before it, until it answers. */
final class Retry {
    private static final long FIRST_MILLIS = 1_000;
    private static final long MOST_MILLIS = 60_000;

    private long pause = FIRST_MILLIS;
    private long notBefore = Long.MIN_VALUE;

    /** Whether the pause is over, at an instant in epoch milliseconds. */
    boolean isOver(long now) {
        return now >= notBefore;
    }

    void failed(long now) {
        notBefore = now + pause;
        pause = Math.min(MOST_MILLIS, 2 * pause);
    }

    void succeeded() {
        notBefore = Long.MIN_VALUE;
        pause = FIRST_MILLIS;
    }
}
