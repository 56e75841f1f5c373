package io.fairway.core.usage;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The resets of one measure under successive reset periods. Each period is in force until the next begins. Nothing
 * resets before the first.
 *
 * @param periods by the instant at which each comes into force, epoch milliseconds
 */
public record ResetSchedule(NavigableMap<Long, ResetPeriod> periods) {
    /** No reset, ever. */
    public static final ResetSchedule NONE = new ResetSchedule(new TreeMap<>());

    public ResetSchedule {
        periods = java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(periods));
    }

    /** The last reset at or before {@code time}, or {@link ResetPeriod#NONE_YET}. */
    public long lastAtOrBefore(long time) {
        long until = time;
        for (Map.Entry<Long, ResetPeriod> entry :
                periods.headMap(time, true).descendingMap().entrySet()) {
            long last = entry.getValue().lastResetAtOrBefore(until);
            if (last != ResetPeriod.NONE_YET && last >= entry.getKey()) {
                return last;
            }
            until = entry.getKey() - 1;
        }
        return ResetPeriod.NONE_YET;
    }

    /** The first reset after {@code time}, or {@link ResetPeriod#NEVER}. */
    public long next(long time) {
        Long inForce = periods.floorKey(time);
        NavigableMap<Long, ResetPeriod> left = inForce == null ? periods : periods.tailMap(inForce, true);
        for (Map.Entry<Long, ResetPeriod> entry : left.entrySet()) {
            long next = entry.getValue().next(Math.max(time, entry.getKey() - 1));
            Long end = periods.higherKey(entry.getKey());
            if (next != ResetPeriod.NEVER && (end == null || next < end)) {
                return next;
            }
        }
        return ResetPeriod.NEVER;
    }
}
