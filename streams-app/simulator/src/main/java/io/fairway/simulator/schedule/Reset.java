package io.fairway.simulator.schedule;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** How often usage is reset, in the words of Slurm's PriorityUsageResetPeriod: at midnight UTC. */
public enum Reset {
    NONE,
    DAILY,
    /** On the 1st. */
    MONTHLY;

    /** The last reset up to an instant, epoch milliseconds; {@link Long#MIN_VALUE} = none. */
    public long last(long at) {
        ZonedDateTime day = Instant.ofEpochMilli(at).atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS);
        return switch (this) {
            case NONE -> Long.MIN_VALUE;
            case DAILY -> day.toInstant().toEpochMilli();
            case MONTHLY -> day.withDayOfMonth(1).toInstant().toEpochMilli();
        };
    }
}
