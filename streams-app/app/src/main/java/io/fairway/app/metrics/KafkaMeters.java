package io.fairway.app.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;

/**
 * Which meters of Kafka Streams and of its clients an instance shows. All of them are some hundred series for each partition, most of
 * them for nobody.
 */
public enum KafkaMeters {
    /** Those that say whether threads, group, transactions and brokers are well. */
    ESSENTIAL,
    /** All that Kafka records. */
    ALL;

    private static final String KAFKA = "kafka.";

    private static final Set<String> KEPT = Set.of(
            "kafka.stream.alive.stream.threads",
            "kafka.stream.failed.stream.threads",
            "kafka.stream.thread.commit.latency.avg",
            "kafka.stream.thread.commit.latency.max",
            "kafka.stream.thread.commit.ratio",
            "kafka.stream.thread.poll.ratio",
            "kafka.stream.thread.process.ratio",
            "kafka.stream.thread.punctuate.ratio",
            "kafka.consumer.coordinator.failed.rebalance.total",
            "kafka.consumer.coordinator.rebalance.total",
            "kafka.consumer.coordinator.rebalance.latency.max",
            "kafka.consumer.coordinator.last.rebalance.seconds.ago",
            "kafka.consumer.fetch.manager.records.lag.max",
            "kafka.producer.record.error.total",
            "kafka.producer.request.latency.max");

    MeterFilter filter() {
        return MeterFilter.deny(this::isLeftOut);
    }

    private boolean isLeftOut(Meter.Id id) {
        return this == ESSENTIAL && id.getName().startsWith(KAFKA) && !KEPT.contains(id.getName());
    }
}
