package io.fairway.dispatcher.process;

/** The pauses after failures: each twice as long as the one before it, until something succeeds. Time is an argument. */
public final class Retry {
    private static final long FIRST_MILLIS = 1_000;
    private static final long MAX_MILLIS = 60_000;

    private long pause = FIRST_MILLIS;
    private long notBefore = Long.MIN_VALUE;

    /** Whether the pause is over, at an instant in epoch milliseconds. */
    public boolean isOver(long now) {
        return now >= notBefore;
    }

    /** Something failed: the next pause begins. */
    public void failed(long now) {
        notBefore = now + pause;
        pause = Math.min(MAX_MILLIS, 2 * pause);
    }

    /** It works again. */
    public void succeeded() {
        notBefore = Long.MIN_VALUE;
        pause = FIRST_MILLIS;
    }
}
