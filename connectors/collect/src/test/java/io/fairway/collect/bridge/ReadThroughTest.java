package io.fairway.collect.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.SourceHeartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadThroughTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");
    private static final TopicPartition ENDS = new TopicPartition("alps", 0);

    private final List<SourceHeartbeat> heartbeats = new ArrayList<>();
    private final ReadThrough readThrough =
            new ReadThrough("collect topic fairway-bridge", NOW, (signs, told) -> heartbeats.addAll(told));
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

    @BeforeEach
    void assign() {
        consumer.assign(List.of(ENDS));
        consumer.updateBeginningOffsets(Map.of(ENDS, 0L));
        consumer.updateEndOffsets(Map.of(ENDS, 1L));
    }

    private void look(long second) {
        readThrough.look(consumer, NOW.plusSeconds(second));
    }

    @Test
    void itHasReadThroughAnInstantIfNothingIsLeftOfWhatWasThereThen() {
        readThrough.of(null, "alps");
        look(0);
        assertThat(heartbeats).isEmpty();

        consumer.addRecord(new ConsumerRecord<>("alps", 0, 0, new byte[0], new byte[0]));
        var unused = consumer.poll(Duration.ZERO);
        look(5);
        assertThat(heartbeats).isEmpty();
        look(10);
        assertThat(heartbeats).singleElement().satisfies(heartbeat -> {
            assertThat(heartbeat.getThrough()).isEqualTo(NOW.plusSeconds(10));
            assertThat(heartbeat.getRunningJobs()).isNull();
            assertThat(heartbeat.getDomain()).isEqualTo("alps");
        });
    }

    @Test
    void brokersThatDoNotAnswerSayNothingOfTheEnd() {
        readThrough.of("science", "alps");
        consumer.updateEndOffsets(Map.of(ENDS, 0L));
        consumer.setOffsetsException(new KafkaException("away"));
        look(0);

        assertThat(heartbeats).isEmpty();
    }

    /** It does not know of which cluster it would bring jobs. */
    @Test
    void aBridgeThatHasSeenNoClusterSaysNothing() {
        consumer.updateEndOffsets(Map.of(ENDS, 0L));
        look(0);

        assertThat(heartbeats).isEmpty();
    }
}
