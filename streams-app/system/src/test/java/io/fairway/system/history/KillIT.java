package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.Topic;
import io.fairway.system.AppProcess;
import io.fairway.system.embedded.BrokerCluster;
import io.fairway.system.embedded.EmbeddedBroker;
import io.fairway.system.embedded.RegistryProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Two instances on three brokers: one instance and one broker are killed in the middle; nothing is lost or doubled. */
@EnabledIfSystemProperty(
        named = "fairway.trials",
        matches = "true",
        disabledReason = "long; run with -Dfairway.trials=true")
class KillIT {
    private static final Map<String, String> BROKERS = Map.of(
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
            "broker.session.timeout.ms", "6000");

    private static final Map<String, String> INSTANCE = Map.of(
            "topic.replication", "3",
            "kafka.consumer.session.timeout.ms", "6000",
            "kafka.consumer.heartbeat.interval.ms", "1500");

    @TempDir
    private Path directory;

    @Test
    void losesAndDoublesNothingWhenAnInstanceAndABrokerAreKilled() {
        // Given
        GeneratedHistory history = new GeneratedHistory(77, 6, 150);
        List<GeneratedHistory.Produced> facts = history.shuffled(3, 5);
        String undisturbed = undisturbed(history);

        try (BrokerCluster brokers = BrokerCluster.start(directory.resolve("brokers"), BROKERS);
                RegistryProcess registry = registry("registry");
                HistoryRig rig = new HistoryRig(directory, brokers.bootstrapServers(), registry.url(), 6, (short) 3)) {
            rig.send(history.tables());
            AppProcess first = rig.startApp("first", INSTANCE);
            AppProcess second = rig.startApp("second", INSTANCE);
            int third = facts.size() / 3;
            rig.send(facts.subList(0, third));
            rig.awaitProcessed();

            // When
            rig.send(facts.subList(third, third + third / 2));
            first.kill();
            long killed = System.nanoTime();
            rig.send(facts.subList(third + third / 2, 2 * third));
            rig.awaitProcessed();
            report("survivor took all over and caught up", killed);
            long restarted = System.nanoTime();
            first.restart();
            rig.send(facts.subList(2 * third, 2 * third + third / 2));
            rig.awaitProcessed();
            report("restarted instance back and caught up", restarted);
            brokers.broker(2).kill();
            long broker = System.nanoTime();
            rig.send(facts.subList(2 * third + third / 2, facts.size()));
            rig.awaitProcessed();
            report("one broker killed and caught up", broker);
            first.requireAlive();
            second.requireAlive();

            // Then
            assertThat(rig.finish(history)).isEqualTo(undisturbed);
            assertThat(rig.deadLetterKinds()).isEmpty();
        }
    }

    private String undisturbed(GeneratedHistory history) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("alone"));
                RegistryProcess registry = registry("registry-alone");
                HistoryRig rig = new HistoryRig(
                        directory.resolve("alone-app"), broker.bootstrapServers(), registry.url(), 2, (short) 1)) {
            rig.send(history.tables());
            rig.startApp("alone", Map.of());
            rig.send(history.facts());
            Awaitility.await("it has begun")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> rig.processed(Topic.JOB_EVENTS) > 0);
            return rig.finish(history);
        }
    }

    private RegistryProcess registry(String name) {
        return RegistryProcess.start(
                directory.resolve(name), RegistryProcess.Storage.MEMORY, RegistryProcess.Compatibility.FULL_TRANSITIVE);
    }

    private static void report(String what, long since) {
        System.out.printf("KillIT: %s after %.1f s%n", what, (System.nanoTime() - since) / 1e9);
    }
}
