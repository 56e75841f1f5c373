package io.fairway.simulator.broker;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record on a partition.
 *
 * @param appended its time, epoch milliseconds: what the clock of its broker showed when it came, or what its writer gave it
 * @param writers whether its writer gave it its time: the topic has CreateTime
 * @param transaction that wrote it; null = none, and everybody sees it
 */
public record LogEntry(
        long offset,
        long appended,
        boolean writers,
        @Nullable Object key,
        @Nullable Object value,
        Headers headers,
        @Nullable BrokerTransaction transaction) {
    /** Whether readers of committed records never see it. */
    boolean isAborted() {
        return transaction != null && transaction.isAborted();
    }
}
