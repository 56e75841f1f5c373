package io.fairway.schedulers.lsf.queue;

import org.jspecify.annotations.Nullable;

/**
 * A queue of a slot pool at an instant.
 *
 * @param name of the queue
 * @param share SLOT_SHARE, percent, 1..100; a pool's shares need not add up to 100
 * @param priority PRIORITY of the queue; larger goes first
 * @param inUse slots of its running and suspended jobs in the pool
 * @param pending slots that its pending jobs request
 * @param limit QJOB_LIMIT or another limit of its slots; {@code null} = none
 * @param accumulated its used slot-hours, decayed ({@link PoolOrder#accumulated})
 */
public record PoolQueue(
        String name,
        int share,
        long priority,
        long inUse,
        long pending,
        @Nullable Long limit,
        double accumulated) {
    public PoolQueue {
        if (share < 1 || share > 100) {
            throw new IllegalArgumentException("SLOT_SHARE " + share + " of queue " + name + ": must be 1 to 100");
        }
        if (inUse < 0 || pending < 0 || (limit != null && limit < 0)) {
            throw new IllegalArgumentException("queue " + name + ": slots in use " + inUse + ", pending " + pending
                    + " and limit " + limit + " must be at least 0");
        }
        if (!(accumulated >= 0 && Double.isFinite(accumulated))) {
            throw new IllegalArgumentException(
                    "accumulated slots " + accumulated + " of queue " + name + ": must be a number of at least 0");
        }
    }

    /** The most slots that it can have: its use and demand, within its limit. */
    public long most() {
        long demand = inUse + pending;
        return limit == null ? demand : Math.min(limit, demand);
    }
}
