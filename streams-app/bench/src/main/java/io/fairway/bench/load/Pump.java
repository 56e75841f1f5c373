package io.fairway.bench.load;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.Testbed;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends events to the application, at a rate or as fast as it processes them, and measures the result. */
final class Pump {
    /** Enough events that the application never waits for one, and few enough that it does not fall far behind. */
    private static final int AHEAD = 20_000;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Duration STALLED = Duration.ofMinutes(5);

    private final Testbed bed;
    private final BenchChild app;
    private final String group;
    private final List<String> events;
    private long sent;
    private long processed;
    private long lastLook;
    private long lastMove = System.nanoTime();

    /** @param group the application id */
    Pump(Testbed bed, BenchChild app, String group) {
        this.bed = bed;
        this.app = app;
        this.group = group;
        events = List.of(bed.name(Topic.JOB_EVENTS));
    }

    /** Sends an event, once the application is not too far behind. */
    void send(Runnable event) {
        while (sent - processed >= AHEAD) {
            look();
            LockSupport.parkNanos(LOOK_NANOS / 10);
        }
        event.run();
        sent++;
    }

    /** Waits until all sent events are processed and committed. */
    void drain() {
        bed.writer().flush();
        while (processed < sent || bed.committed(group, bed.inputs()) < bed.ends(bed.inputs())) {
            LockSupport.parkNanos(LOOK_NANOS);
            look();
        }
    }

    /**
     * Sends for some time, and measures after the first tenth of it; for longer where nothing is committed meanwhile.
     *
     * @param next sends one event
     * @param rate events a second; infinite = as fast as they are processed
     */
    Stretch run(Runnable next, double rate, Duration time) {
        long began = System.nanoTime();
        long ends = began + time.toNanos();
        long settled = began + time.toNanos() / 10;
        long base = sent;
        Sighting first = null;
        double waiting = 0;
        int looks = 0;
        while (true) {
            long now = System.nanoTime();
            long due = Double.isInfinite(rate)
                    ? Long.MAX_VALUE
                    : base + (long) (rate * (now - began) / TimeUnit.SECONDS.toNanos(1));
            for (int i = 0; i < 100 && sent < due && sent - processed < AHEAD; i++) {
                next.run();
                sent++;
            }
            if (look()) {
                if (first != null) {
                    waiting += sent - processed;
                    looks++;
                }
                if (first == null && System.nanoTime() >= settled) {
                    first = mark();
                } else if (first != null && processed > first.processed() && System.nanoTime() >= ends) {
                    return stretch(first, mark(), waiting / looks);
                }
            } else if (sent >= due || sent - processed >= AHEAD) {
                LockSupport.parkNanos(LOOK_NANOS / 50);
            }
        }
    }

    private record Sighting(long processed, long nanos, double processorSeconds) {}

    private Sighting mark() {
        return new Sighting(processed, lastLook, app.processorTime().toNanos() / 1e9);
    }

    private static Stretch stretch(Sighting first, Sighting last, double backlog) {
        return new Stretch(
                last.processed() - first.processed(),
                (last.nanos() - first.nanos()) / 1e9,
                last.processorSeconds() - first.processorSeconds(),
                backlog);
    }

    /** Checks the progress of the application from time to time; returns whether it checked. */
    private boolean look() {
        long now = System.nanoTime();
        if (now - lastLook < LOOK_NANOS) {
            return false;
        }
        app.requireAlive();
        long before = processed;
        processed = bed.committed(group, events);
        lastLook = System.nanoTime();
        if (processed != before || processed == sent) {
            lastMove = lastLook;
        } else if (lastLook - lastMove > STALLED.toNanos()) {
            throw new IllegalStateException("the application has made no progress for " + STALLED.toMinutes()
                    + " minutes, at " + processed + " of " + sent + " events");
        }
        return true;
    }
}
