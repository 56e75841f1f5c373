package io.fairway.system.replay;

import java.time.Duration;

/**
 * Lets a program that is asked to end clean up first: interrupts the thread that opened this and holds the end of the
 * process until that one has left the block.
 */
public final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final java.util.concurrent.CountDownLatch left = new java.util.concurrent.CountDownLatch(1);
    private final Thread hook;

    private Interruption(Thread worker) {
        hook = new Thread(
                () -> {
                    worker.interrupt();
                    try {
                        left.await(PATIENCE.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "clean-up");
    }

    /** Holds the end of the process from now on, until this is closed by the thread that opened it. */
    public static Interruption onShutdown() {
        Interruption interruption = new Interruption(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    @Override
    public void close() {
        left.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs already.
        }
    }
}
