package io.fairway.simulator.streams;

/**
 * The clock of a machine, which may be wrong.
 *
 * @param ahead of the true time when it was set, milliseconds
 * @param drift milliseconds that it gains in each second; above -1000, as a clock that steps back is another matter
 * @param since when it was set, epoch milliseconds
 * @param stays whether it is still wrong when everything else comes to rest
 */
public record MachineClock(long ahead, long drift, long since, boolean stays) {
    static final MachineClock RIGHT = new MachineClock(0, 0, 0, false);

    /** What it shows, epoch milliseconds. */
    long at(long now) {
        return now + ahead + (now - since) * drift / 1_000;
    }
}
