package io.fairway.app.runtime;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The delay before a stream thread restarts: 1 second at first, 10 seconds at most. */
final class RestartDelay {
    private static final long FIRST_SECONDS = 1;
    private static final long MAX_SECONDS = 10;

    private long seconds = FIRST_SECONDS;

    void pause() {
        long now;
        synchronized (this) {
            now = seconds;
            seconds = Math.min(MAX_SECONDS, seconds * 2);
        }
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(now));
    }

    synchronized void recovered() {
        seconds = FIRST_SECONDS;
    }
}
