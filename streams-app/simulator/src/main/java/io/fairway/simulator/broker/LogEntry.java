package io.fairway.simulator.broker;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record on a partition.
 *
 * @param appended the broker's clock when it came, epoch milliseconds
 * @param transaction that wrote it; null = none, and everybody sees it
 */
public record LogEntry(
        long offset,
        long appended,
        @Nullable Object key,
        @Nullable Object value,
        Headers headers,
        @Nullable BrokerTransaction transaction) {
    /** Whether readers of committed records never see it. */
    boolean isAborted() {
        return transaction != null && transaction.isAborted();
    }
}
