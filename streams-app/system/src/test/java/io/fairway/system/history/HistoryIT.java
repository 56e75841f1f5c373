package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.Topic;
import io.fairway.trial.AppProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One history, sent in different ways through a real broker, gives the same lines, bit for bit. */
@Order(3)
class HistoryIT {
    @TempDir
    private Path directory;

    @Test
    void comesToTheSameLinesInAnyOrderWithDuplicatesAndAKilledApplication() {
        // Given
        GeneratedHistory history = new GeneratedHistory(20240301, 5, 60);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            // When
            String asTold = run(rig("told", broker, 1), history, history.facts(), false);
            String shuffled = run(rig("shuffled", broker, 8), history, history.shuffled(7, 5), false);
            String killed = run(rig("killed", broker, 4), history, history.shuffled(11, 5), true);

            // Then
            assertThat(List.of(shuffled, killed)).containsOnly(asTold);
        }
    }

    /** With topics and an application of its own on the broker that all share. */
    private HistoryRig rig(String name, EmbeddedBroker broker, int partitions) {
        return new HistoryRig(
                directory.resolve(name),
                broker.bootstrapServers(),
                SharedRegistry.url(),
                name + ".",
                partitions,
                (short) 1);
    }

    private static String run(
            HistoryRig opened, GeneratedHistory history, List<GeneratedHistory.Produced> facts, boolean kill) {
        try (HistoryRig rig = opened) {
            rig.send(history.tables());
            Map<String, String> id = Map.of("instance.id", "one");
            int half = facts.size() / 2;
            rig.send(facts.subList(0, half));
            if (kill) {
                AppProcess app = rig.startApp("one", id);
                Awaitility.await("the application is in the middle of it")
                        .atMost(HistoryRig.PATIENCE)
                        .until(() -> rig.processed(Topic.JOB_EVENTS) > 100);
                app.kill();
                app.restart();
            } else {
                rig.startHere("one", id);
            }
            rig.send(facts.subList(half, facts.size()));
            String digest = rig.finish(history);
            assertThat(rig.deadLetterKinds()).isEmpty();
            return digest;
        }
    }
}
