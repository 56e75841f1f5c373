package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomainPartitionerTest {
    private static final String TOPIC = "fairway.job-events";

    static List<DomainPartitionsTest.Vector> vectors() throws Exception {
        return DomainPartitionsTest.vectors();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void readsTheDomainFromTheKey(DomainPartitionsTest.Vector vector) {
        try (var partitioner = new DomainPartitioner()) {
            partitioner.configure(Map.of(DomainPartitioner.PINS_CONFIG, vector.pins()));
            Cluster cluster = cluster(vector.partitions());
            byte[] bytes = vector.key().getBytes(UTF_8);

            assertThat(partitioner.partition(TOPIC, vector.key(), bytes, null, null, cluster))
                    .isEqualTo(vector.partition());
            assertThat(partitioner.partition(TOPIC, bytes, bytes, null, null, cluster))
                    .isEqualTo(vector.partition());
        }
    }

    @Test
    void putsAProducersRecordsOfOneDomainOnOnePartition() throws Exception {
        try (var partitioner = new DomainPartitioner();
                var producer = new MockProducer<>(
                        cluster(32), true, partitioner, new StringSerializer(), new ByteArraySerializer())) {
            var partitions = new HashSet<Integer>();
            for (int job = 0; job < 100; job++) {
                var record = new ProducerRecord<>(TOPIC, Keys.job("alps", "c" + job % 3, "" + job), new byte[0]);
                partitions.add(producer.send(record).get().partition());
            }

            assertThat(partitions).containsExactly(DomainPartitions.hashed().partition("alps", 32));
        }
    }

    @Test
    void hashesUnlessPinsAreConfigured() {
        try (var partitioner = new DomainPartitioner()) {
            partitioner.configure(Map.of());

            assertThat(partitioner.partition(TOPIC, "alps|x", null, null, null, cluster(8)))
                    .isEqualTo(DomainPartitions.hashed().partition("alps", 8));
        }
    }

    @Test
    void refusesKeysWithoutADomain() {
        try (var partitioner = new DomainPartitioner()) {
            assertThatThrownBy(() -> partitioner.partition(TOPIC, null, null, null, null, cluster(8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(TOPIC)
                    .hasMessageContaining("not null");
            assertThatThrownBy(() -> partitioner.partition(TOPIC, 5L, null, null, null, cluster(8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.Long");
            assertThatThrownBy(() -> partitioner.partition(TOPIC, new byte[] {-1}, null, null, null, cluster(8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be UTF-8");
            assertThatThrownBy(() -> partitioner.partition("other", "alps", null, null, null, cluster(8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("other");
        }
    }

    private static Cluster cluster(int partitions) {
        Node node = new Node(0, "localhost", 9092);
        Node[] nodes = {node};
        return new Cluster(
                "cluster",
                List.of(nodes),
                IntStream.range(0, partitions)
                        .mapToObj(partition -> new PartitionInfo(TOPIC, partition, node, nodes, nodes))
                        .toList(),
                Set.of(),
                Set.of());
    }
}
