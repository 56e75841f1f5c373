package io.fairway.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The brokers' time, as far as append times have shown it, and since then a clock of this process that never steps. The clocks of
 * domains go by the clock of the machine only as long as this agrees: alone, a machine whose clock is wrong would carry
 * out resets that are not due, for good. Instants are epoch milliseconds. For all threads.
 */
public final class BrokerTime {
    /** Believes the clock of the machine, whatever it says. */
    public static final BrokerTime UNBOUNDED = new BrokerTime(() -> 0, Long.MAX_VALUE);

    /** No record has shown the brokers' time. */
    public static final long UNTOLD = Long.MIN_VALUE;

    private final LongSupplier nanos;
    private final long bound;
    private final Map<Integer, Shown> shown = new ConcurrentHashMap<>();

    /**
     * What a partition has shown.
     *
     * @param ahead the brokers' time without the time that passes here, milliseconds
     * @param isPresent whether it was the time when it was shown, and not that of a record that had waited
     */
    private record Shown(long ahead, boolean isPresent) {}

    /**
     * @param nanos a clock that never steps, such as {@link System#nanoTime}
     * @param bound how far the clock of a domain may be ahead of the brokers' time, milliseconds; Long.MAX_VALUE = without
     *     bound
     */
    public BrokerTime(LongSupplier nanos, long bound) {
        this.nanos = nanos;
        this.bound = bound;
    }

    private long passed() {
        return Duration.ofNanos(nanos.getAsLong()).toMillis();
    }

    /** A record of a partition was read. It may have waited: by now it is this time or later. */
    public void read(int partition, long appended) {
        long ahead = appended - passed();
        Shown before = shown.get(partition);
        if (before == null || ahead > before.ahead) { // A backlog has thousands of records that show nothing new.
            shown.merge(
                    partition,
                    new Shown(ahead, false),
                    (last, now) -> now.ahead > last.ahead ? new Shown(now.ahead, last.isPresent) : last);
        }
    }

    /** A broker has just appended a record to a partition. */
    public void acknowledged(int partition, long appended) {
        shown.put(partition, new Shown(appended - passed(), true));
    }

    /**
     * The instant to which the clock of a domain may go: that of the machine, unless it is too far ahead of the brokers'.
     *
     * @param now the clock of the machine, epoch milliseconds
     * @return {@link #UNTOLD} as long as no record has shown the brokers' time
     */
    public long bounded(int partition, long now) {
        if (bound == Long.MAX_VALUE) {
            return now;
        }
        Shown last = shown.get(partition);
        if (last == null) {
            return UNTOLD;
        }
        long brokers = last.ahead + passed();
        return now - brokers > bound ? brokers : now;
    }

    /** As above, for questions: the latest instant of all partitions, or that of the machine if there are none. */
    public long bounded(long now) {
        long latest = UNTOLD;
        for (Integer partition : shown.keySet()) {
            latest = Math.max(latest, bounded(partition, now));
        }
        return latest == UNTOLD ? now : latest;
    }

    /** By how much the clock of the machine is ahead of the brokers' time, milliseconds; 0 = it is not known. */
    public long difference(int partition, long now) {
        Shown last = shown.get(partition);
        return last == null || !last.isPresent ? 0 : now - last.ahead - passed();
    }

    /** As above, of the partition where it is most. */
    public long difference(long now) {
        long most = 0;
        for (Integer partition : shown.keySet()) {
            long difference = difference(partition, now);
            most = Math.abs(difference) > Math.abs(most) ? difference : most;
        }
        return most;
    }

    /** The problem of the first partition that has one; null = none has. */
    public @Nullable String problem(long now) {
        for (Integer partition : shown.keySet()) {
            String problem = problem(partition, now);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** By how much the clocks differ, and who says so; null = they agree, or it is not known. */
    public @Nullable String problem(int partition, long now) {
        long difference = difference(partition, now);
        if (Math.abs(difference) <= bound) {
            return null;
        }
        String by = Math.abs(difference) / 1000 + " s " + (difference > 0 ? "ahead of" : "behind") + " the broker's";
        return "the clock of this instance (" + Instant.ofEpochMilli(now) + ") is " + by
                + ", says the append time of what it last wrote to partition " + partition
                + "; they may differ by " + bound / 1000 + " s (time.skew.ms): set the one that is wrong"
                + (difference > 0 ? ". Until then domains of that partition go by the broker's" : "");
    }
}
