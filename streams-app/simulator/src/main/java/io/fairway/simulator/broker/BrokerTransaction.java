package io.fairway.simulator.broker;

import java.util.LinkedHashSet;
import java.util.Set;

/** A transaction of one producer. Records go to their logs at once; its end decides whether anybody sees them. */
public final class BrokerTransaction {
    private final long begun;
    private final Set<PartitionLog> logs = new LinkedHashSet<>();
    private boolean open = true;
    private boolean aborted;

    BrokerTransaction(long begun) {
        this.begun = begun;
    }

    /** Epoch milliseconds of its begin on the broker's clock. */
    public long begun() {
        return begun;
    }

    public boolean isOpen() {
        return open;
    }

    public boolean isAborted() {
        return aborted;
    }

    void touches(PartitionLog log) {
        logs.add(log);
    }

    void end(boolean abort) {
        open = false;
        aborted = abort;
        logs.forEach(log -> log.ended(this));
    }
}
