package io.fairway.trial.demo;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import io.fairway.trial.replay.Workbench;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The broker and the registry of a demo: its own, or others, with an application on them.
 *
 * @param addresses {@code bootstrap.servers} and {@code schema.registry.url}
 */
record DemoServers(Map<String, String> addresses) {
    static DemoServers of(Workbench bench) {
        return new DemoServers(bench.addresses());
    }

    /** The names that an application has by default. */
    Topics topics() {
        return Topics.standard();
    }

    FairwaySerdes serdes() {
        return new FairwaySerdes(Map.of("schema.registry.url", addresses.getOrDefault("schema.registry.url", "")));
    }

    /** A consumer of committed records, without a group. */
    KafkaConsumer<String, byte[]> consumer() {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                addresses.getOrDefault("bootstrap.servers", ""),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest");
        return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    }
}
