package io.fairway.agent.send;

/**
 * The pauses between attempts: each is twice the one before, up to a minute, and differs by host.
 *
 * @param host 0 to 1, the host's own place
 */
record Backoff(double host) {
    private static final long FIRST = 1_000;
    private static final long LONGEST = 60_000;

    /** The pause after so many failures in a row, from 1, in milliseconds. */
    long afterMillis(int failures) {
        long whole = failures > 6 ? LONGEST : Math.min(LONGEST, FIRST << Math.max(0, failures - 1));
        return whole / 2 + (long) (whole / 2.0 * host);
    }
}
