package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

/** The meters of a Kafka Streams that is not started: those of its threads and of their clients are there already. */
class KafkaMetersTest {
    private static Set<String> kafkaMeters(KafkaMeters shown) {
        Topology topology = new Topology();
        topology.addSource("in", "in");
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "meters");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        KafkaStreams streams = new KafkaStreams(topology, settings);
        try (FairwayMetrics metrics = new FairwayMetrics(Set.of(), new MetricsSettings(0, 0, shown), () -> 0)) {
            metrics.bind(streams);
            // Without labels: each start makes names of clients of its own.
            return PrometheusText.samples(metrics.scrape()).keySet().stream()
                    .filter(each -> each.startsWith("kafka_"))
                    .map(each -> each.substring(0, each.indexOf('{')))
                    .collect(Collectors.toCollection(TreeSet::new));
        } finally {
            // Nobody answers at that address.
            streams.close(Duration.ZERO);
        }
    }

    @Test
    void whatNobodyIsWokenByIsThereOnDemandOnly() {
        Set<String> essential = kafkaMeters(KafkaMeters.ESSENTIAL);
        Set<String> all = kafkaMeters(KafkaMeters.ALL);

        assertThat(all).containsAll(essential).hasSizeGreaterThan(120);
        assertThat(essential)
                .containsExactlyInAnyOrder(
                        "kafka_consumer_coordinator_failed_rebalance_total",
                        "kafka_consumer_coordinator_last_rebalance_seconds_ago",
                        "kafka_consumer_coordinator_rebalance_total",
                        "kafka_producer_record_error_total",
                        "kafka_stream_alive_stream_threads",
                        "kafka_stream_failed_stream_threads_total",
                        "kafka_stream_thread_commit_ratio",
                        "kafka_stream_thread_poll_ratio",
                        "kafka_stream_thread_process_ratio",
                        "kafka_stream_thread_punctuate_ratio");
    }
}
