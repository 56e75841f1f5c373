package io.fairway.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Counts what goes wrong in an instance and around it, and the requests that it answered. */
public final class InstanceMeters {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "OPTIONS");
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Map<String, Counter> threads = new ConcurrentHashMap<>();
    private final Counter aborted;

    InstanceMeters(MeterRegistry registry) {
        this.registry = registry;
        aborted = Counter.builder("fairway.transactions.aborted")
                .description("Transactions that this instance rolled back; their work is done again.")
                .register(registry);
    }

    /** Lets a cause of failed threads begin at 0, so that its first failure is an increase. */
    public void threadsMayFailBy(String cause) {
        threads.computeIfAbsent(
                cause,
                each -> Counter.builder("fairway.thread.failures")
                        .description("Stream threads that ended by an error, and were replaced unless it was fatal.")
                        .tag("cause", each)
                        .register(registry));
    }

    /** A stream thread ended. */
    public void threadFailed(String cause) {
        threadsMayFailBy(cause);
        Counter counter = threads.get(cause);
        if (counter != null) {
            counter.increment();
        }
    }

    /** A transaction is rolled back. */
    public void transactionAborted() {
        aborted.increment();
    }

    /** Shows whether something that the instance needs around it is at fault. */
    public void watch(String about, BooleanSupplier isAtFault) {
        Gauge.builder("fairway.fault", () -> isAtFault.getAsBoolean() ? 1 : 0)
                .description("1 where something that the instance needs around it is at fault; its log says what.")
                .tag("about", about)
                .register(registry);
    }

    /** Shows how much of the disk under a directory is free, and how large it is. */
    public void watchDisk(Path directory) {
        new DiskSpaceMetrics(directory.toAbsolutePath().toFile()).bindTo(registry);
    }

    /**
     * A request was answered.
     *
     * @param route the template of its path; empty where nothing is there
     * @param took of a stream: until it ended
     */
    public void answered(String method, String route, int status, Duration took) {
        Timer.builder("fairway.http.requests")
                .description("Requests by route, method and class of status, and the time until they were answered.")
                .tag("method", METHODS.contains(method) ? method : OTHER)
                .tag("route", route.isEmpty() ? OTHER : route)
                .tag("status", status / 100 + "xx")
                .register(registry)
                .record(took);
    }
}
