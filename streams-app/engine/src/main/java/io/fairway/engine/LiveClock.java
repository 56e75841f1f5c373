package io.fairway.engine;

import java.util.function.Supplier;

/**
 * The clock of domains that are live: the wall clock. Work is done in turns, several times a second.
 *
 * @param last no clock goes beyond this instant, epoch milliseconds; Long.MAX_VALUE = it goes on
 */
record LiveClock(long last) implements DomainClock {
    @Override
    public long byWallClock(long now) {
        return now;
    }

    @Override
    public long byEvent(long time) {
        return STAYS;
    }

    @Override
    public boolean isMovedByTicks() {
        return false;
    }

    /** The instant of the turn: usage grows while nothing happens. */
    @Override
    public long asOf(long reached, long at) {
        return Math.max(reached, Math.min(at, last));
    }

    @Override
    public boolean evaluatesInEventTime() {
        return false;
    }

    @Override
    public boolean pricesEachReport() {
        return false;
    }

    @Override
    public boolean spreadsWork() {
        return true;
    }

    @Override
    public Budget ofRecord(Supplier<Budget> slice) {
        return slice.get();
    }

    @Override
    public boolean keepsHorizon() {
        return true;
    }
}
