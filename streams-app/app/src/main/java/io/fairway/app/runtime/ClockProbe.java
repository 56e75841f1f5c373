package io.fairway.app.runtime;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the clock of the machine went back. Kafka's threads remember when they have to do something next, by that
 * clock: until it is there again they neither evaluate nor commit, and the group takes them for dead. Threads that begin
 * anew do not remember.
 */
final class ClockProbe implements Probe {
    /** A step by less is over before anybody notices. Clocks that are set slowly never step. */
    static final Duration STEP = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ClockProbe.class);

    private final LongSupplier wall;
    private final LongSupplier nanos;
    private final Runnable renew;
    private long last;

    /**
     * @param wall epoch milliseconds
     * @param nanos a clock that never goes back, such as {@link System#nanoTime}
     * @param renew lets the threads begin anew
     */
    ClockProbe(LongSupplier wall, LongSupplier nanos, Runnable renew) {
        this.wall = wall;
        this.nanos = nanos;
        this.renew = renew;
        last = ahead();
    }

    /** The wall clock without the time that passes. */
    private long ahead() {
        return wall.getAsLong() - Duration.ofNanos(nanos.getAsLong()).toMillis();
    }

    @Override
    public String asked() {
        return "the clock of this machine";
    }

    @Override
    public @Nullable Fault look() {
        long now = ahead();
        long back = last - now;
        last = now;
        if (back >= STEP.toMillis()) {
            LOG.warn(
                    "the clock of this machine went back by {} s: the stream's threads begin anew; the clock of a domain"
                            + " stands still until that of the machine is there again",
                    Duration.ofMillis(back).toSeconds());
            renew.run();
        }
        return null;
    }
}
