package io.fairway.core.ledger;

/**
 * A time in which a source saw, without a gap, which jobs of a cluster run. It would have told the end of each run that
 * ended in it.
 *
 * @param since epoch milliseconds
 * @param through epoch milliseconds, not before {@code since}
 */
public record Watched(long since, long through) {
    public Watched {
        if (through < since) {
            throw new IllegalArgumentException("through " + through + ": must not be before since, which is " + since);
        }
    }
}
