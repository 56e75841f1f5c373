package io.fairway.system.history;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/**
 * The clock of a machine that is wrong. Time passes on it as on any other.
 *
 * @param ahead how far it is ahead, milliseconds; negative = it is behind
 */
record SteppedClock(LongSupplier ahead) implements Time {
    @Override
    public long milliseconds() {
        return SYSTEM.milliseconds() + ahead.getAsLong();
    }

    @Override
    public long nanoseconds() {
        return SYSTEM.nanoseconds();
    }

    @Override
    public void sleep(long millis) {
        SYSTEM.sleep(millis);
    }

    @Override
    public void waitObject(Object monitor, Supplier<Boolean> condition, long deadline) throws InterruptedException {
        SYSTEM.waitObject(monitor, condition, deadline - ahead.getAsLong());
    }
}
