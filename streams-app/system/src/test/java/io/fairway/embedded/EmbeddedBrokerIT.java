package io.fairway.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
    private static final String TOPIC = "events";

    @TempDir
    Path directory;

    @Test
    void keepsWhatWasProducedOverARestart() throws Exception {
        try (var broker = EmbeddedBroker.start(directory)) {
            BrokerRecords.createTopic(broker.bootstrapServers(), TOPIC, 2, 1);
            BrokerRecords.produce(broker.bootstrapServers(), TOPIC, 0, 1000);
            assertThat(BrokerRecords.consume(broker.bootstrapServers(), TOPIC, 1000))
                    .isEqualTo(BrokerRecords.numbers(0, 1000));
        }

        try (var broker = EmbeddedBroker.start(directory)) {
            BrokerRecords.produce(broker.bootstrapServers(), TOPIC, 1000, 1001);
            assertThat(BrokerRecords.consume(broker.bootstrapServers(), TOPIC, 1001))
                    .isEqualTo(BrokerRecords.numbers(0, 1001));
        }
    }

    @Test
    void takesOtherPortsWhenOneIsTakenAfterAll() throws Exception {
        List<Integer> free = FreePorts.take(3);
        try (var rival = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var offered = new ArrayDeque<List<Integer>>();
            offered.add(List.of(rival.getLocalPort(), free.get(0)));
            offered.add(List.of(free.get(1), free.get(2)));

            try (var broker = EmbeddedBroker.start(directory, Map.of(), Time.SYSTEM, offered::remove)) {
                assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + free.get(1));
                BrokerRecords.createTopic(broker.bootstrapServers(), TOPIC, 1, 1);
            }
        }
    }

    @Test
    void takesOtherPortsWhenTheControllersIsTaken() throws Exception {
        List<Integer> free = FreePorts.take(3);
        try (var rival = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var offered = new ArrayDeque<List<Integer>>();
            offered.add(List.of(free.get(0), rival.getLocalPort()));
            offered.add(List.of(free.get(1), free.get(2)));

            try (var broker = EmbeddedBroker.start(directory, Map.of(), Time.SYSTEM, offered::remove)) {
                assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + free.get(1));
                BrokerRecords.createTopic(broker.bootstrapServers(), TOPIC, 1, 1);
            }
        }
    }
}
