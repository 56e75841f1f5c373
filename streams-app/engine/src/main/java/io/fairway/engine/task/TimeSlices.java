package io.fairway.engine.task;

import io.fairway.engine.Budget;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the work of a task may take before it takes records again. The clock is read while the work runs: Kafka
 * Streams reads its own once for each turn.
 */
final class TimeSlices {
    /** A turn ends with the first domain that works when this time is over. */
    private static final long LENGTH = Duration.ofMillis(150).toNanos();

    /** Each domain has this time for each kind of work. */
    private static final long SLICE = Duration.ofMillis(25).toNanos();

    private final LongSupplier nanos;

    TimeSlices(LongSupplier nanos) {
        this.nanos = nanos;
    }

    long now() {
        return nanos.getAsLong();
    }

    /** The time of one kind of work of one domain. */
    Budget slice() {
        return until(SLICE);
    }

    /** The time of all domains. */
    Budget whole() {
        return until(LENGTH);
    }

    private Budget until(long length) {
        long begun = nanos.getAsLong();
        return () -> nanos.getAsLong() - begun >= length;
    }
}
