package io.fairway.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a server in another process, which cannot call back. */
final class Waiting {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private Waiting() {}

    /** Asks {@code ready} ten times a second; returns false if it was not ready within {@code limit}. */
    static boolean until(BooleanSupplier ready, Duration limit) {
        long start = System.nanoTime();
        while (!ready.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted() || System.nanoTime() - start > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }
}
