package io.fairway.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    Path directory;

    @Test
    void goesOnWithTwoOfThreeAndTakesTheThirdBack() throws Exception {
        try (var cluster = BrokerCluster.start(directory, Map.of())) {
            BrokerRecords.createTopic(cluster.bootstrapServers(), "events", 6, 3);
            BrokerRecords.produce(cluster.bootstrapServers(), "events", 0, 1000);

            cluster.broker(3).kill();
            BrokerRecords.produce(cluster.bootstrapServers(), "events", 1000, 2000);

            assertThat(cluster.broker(3).isAlive()).isFalse();
            cluster.awaitBrokers(2, PATIENCE);
            cluster.broker(3).start();
            cluster.awaitBrokers(3, PATIENCE);
            assertThat(BrokerRecords.consume(cluster.bootstrapServers(), "events", 2000))
                    .isEqualTo(BrokerRecords.numbers(0, 2000));
        }
    }
}
