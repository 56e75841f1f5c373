package io.fairway.app.holdings;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How far the stores of each partition are behind their logs. Only the brokers know where a log ends, and Kafka's clients wait a
 * minute for brokers that are silent. No question may wait as long, least of all the one whether this instance is ready. Until the
 * brokers answer, what they said last holds.
 */
final class StoreLags {
    /** Not every question asks the brokers. */
    private static final Duration HOLDS = Duration.ofMillis(500);

    private final Supplier<Map<Integer, Long>> brokers;
    private final Duration patience;
    private volatile Map<Integer, Long> last = Map.of();
    private @Nullable Asked asked;

    private record Asked(CompletableFuture<Map<Integer, Long>> answer, long at) {
        private Duration age() {
            return Duration.ofNanos(System.nanoTime() - at);
        }
    }

    /**
     * @param brokers asks the brokers
     * @param patience how long questions wait for one answer of the brokers
     */
    StoreLags(Supplier<Map<Integer, Long>> brokers, Duration patience) {
        this.brokers = brokers;
        this.patience = patience;
    }

    /** The records that each partition of this instance misses. */
    Map<Integer, Long> byPartition() {
        Asked now = ask();
        try {
            return now.answer().get(Math.max(0, patience.minus(now.age()).toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException away) {
            return last;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return last;
        }
    }

    /** One question is under way at most: brokers that are silent must not take a thread for each. */
    private synchronized Asked ask() {
        Asked before = asked;
        if (before != null && (!before.answer().isDone() || before.age().compareTo(HOLDS) < 0)) {
            return before;
        }
        Asked now = new Asked(
                CompletableFuture.supplyAsync(brokers, Thread::startVirtualThread)
                        .thenApply(this::keep),
                System.nanoTime());
        asked = now;
        return now;
    }

    private Map<Integer, Long> keep(Map<Integer, Long> lags) {
        last = lags;
        return lags;
    }
}
