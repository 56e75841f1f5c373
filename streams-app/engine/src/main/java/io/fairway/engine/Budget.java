package io.fairway.engine;

/**
 * The time that one turn of work may take. Work of any length asks between its steps, and goes on in the next turn once
 * the time is spent. So no work is longer than its transaction, and no domain holds up its neighbours.
 */
@FunctionalInterface
public interface Budget {
    /** Without a limit. */
    Budget UNLIMITED = () -> false;

    boolean isSpent();
}
