package io.fairway.engine;

import java.util.function.Supplier;

/**
 * The clock of domains that are replayed: the times of their events. The results do not depend on when they are computed or
 * how long that takes, so every record is done when the next one comes.
 */
record ReplayClock() implements DomainClock {
    @Override
    public long byWallClock(long now) {
        return STAYS;
    }

    @Override
    public long byEvent(long time) {
        return time;
    }

    @Override
    public boolean isMovedByTicks() {
        return true;
    }

    /** The clock of the domain: what happens after its last event is not known. */
    @Override
    public long asOf(long reached, long at) {
        return reached;
    }

    @Override
    public boolean evaluatesInEventTime() {
        return true;
    }

    @Override
    public boolean pricesEachReport() {
        return true;
    }

    @Override
    public boolean spreadsWork() {
        return false;
    }

    @Override
    public Budget ofRecord(Supplier<Budget> slice) {
        return Budget.UNLIMITED;
    }

    @Override
    public boolean keepsHorizon() {
        return false;
    }
}
