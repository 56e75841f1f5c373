package io.fairway.app.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class StoreLagsTest {
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private volatile CompletableFuture<Map<Integer, Long>> brokers = CompletableFuture.completedFuture(Map.of(3, 7L));
    private final AtomicInteger asked = new AtomicInteger();
    private final StoreLags lags = new StoreLags(
            () -> {
                asked.incrementAndGet();
                return brokers.join();
            },
            PATIENCE);

    private void await(Map<Integer, Long> wanted) {
        Awaitility.await(wanted.toString())
                .untilAsserted(() -> assertThat(lags.byPartition()).isEqualTo(wanted));
    }

    /** A broker's machine hangs: it takes requests and answers none. */
    @Test
    void brokersThatAreSilentHoldNoQuestionUpAndAreAskedOnce() {
        await(Map.of(3, 7L));
        int before = asked.get();
        CompletableFuture<Map<Integer, Long>> silent = new CompletableFuture<>();
        brokers = silent;
        Awaitility.await("they are asked again").until(() -> {
            assertThat(lags.byPartition()).isEqualTo(Map.of(3, 7L));
            return asked.get() > before;
        });
        for (int i = 0; i < 20; i++) {
            assertThat(lags.byPartition()).isEqualTo(Map.of(3, 7L));
        }
        assertThat(asked).hasValue(before + 1);

        brokers = CompletableFuture.completedFuture(Map.of(3, 0L));
        silent.complete(Map.of(3, 5L));
        await(Map.of(3, 0L));
    }

    @Test
    void anAnswerThatFailsLeavesWhatWasSaidBefore() {
        await(Map.of(3, 7L));
        int before = asked.get();
        brokers = CompletableFuture.failedFuture(new IllegalStateException("no brokers"));

        Awaitility.await("they are asked again").until(() -> {
            assertThat(lags.byPartition()).isEqualTo(Map.of(3, 7L));
            return asked.get() > before;
        });
    }
}
