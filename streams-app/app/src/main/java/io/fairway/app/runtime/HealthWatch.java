package io.fairway.app.runtime;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every few seconds at something that the application needs around it, on a thread of its own. It says a fault
 * once when it comes and once when it is gone.
 */
final class HealthWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);
    static final Duration PERIOD = Duration.ofSeconds(4);

    private final String about;
    private final Probe probe;
    private final Consumer<Boolean> pause;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Probe.@Nullable Fault fault;
    private volatile boolean hasLooked;
    private Probe.@Nullable Fault seen;

    /**
     * Looks at nothing yet.
     *
     * @param about what it looks at, in a word
     * @param pause is told true when the application has to stop taking records, and false when it may go on
     */
    HealthWatch(String about, Probe probe, Consumer<Boolean> pause) {
        this.about = about;
        this.probe = probe;
        this.pause = pause;
        thread = new Thread(this::run, "lookout-" + about);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** What it looks at, in a word. */
    String about() {
        return about;
    }

    /** The fault that there is now; null = none. */
    Probe.@Nullable Fault fault() {
        return fault;
    }

    /** Whom it still waits for before it knows anything; null = it knows. */
    @Nullable
    String waitsFor() {
        return hasLooked ? null : probe.asked();
    }

    private void run() {
        try {
            do {
                Duration rest = PERIOD;
                try {
                    rest = look();
                } catch (RuntimeException e) {
                    LOG.warn("{} failed", thread.getName(), e);
                }
                if (closed.await(rest.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } while (true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probe.close();
        }
    }

    /** Looks once; returns the time until the next look. */
    private Duration look() {
        Probe.Fault now = probe.look();
        boolean twice = Objects.equals(now, seen);
        seen = now;
        if (now != null && !twice) {
            // A broker that has just changed leaders may not know a topic for a moment.
            return probe.secondLook();
        }
        Probe.Fault before = fault;
        if (!Objects.equals(now, before)) {
            fault = now;
            if (now != null) {
                LOG.error("{}{}", now.text(), consequence(now.effect()));
            } else if (before != null) {
                LOG.info("no longer: {}", before.text());
            }
            if (isPause(now) != isPause(before)) {
                pause.accept(isPause(now));
            }
        }
        hasLooked = true;
        return PERIOD;
    }

    private static boolean isPause(Probe.@Nullable Fault fault) {
        return fault != null && fault.effect() == Probe.Effect.PAUSED;
    }

    private static String consequence(Probe.Effect effect) {
        return switch (effect) {
            case SAID, AWAITED -> "";
            case NOT_READY -> "; this instance is not ready";
            case PAUSED -> "; this instance takes no records until that is mended";
        };
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
