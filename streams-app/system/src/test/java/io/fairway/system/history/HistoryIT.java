package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.embedded.AppProcess;
import io.fairway.system.embedded.EmbeddedBroker;
import io.fairway.system.embedded.RegistryProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One history, sent in different ways through a real broker, gives the same lines, bit for bit. */
class HistoryIT {
    @TempDir
    private Path directory;

    @Test
    void comesToTheSameLinesInAnyOrderWithDuplicatesAndAKilledApplication() {
        // Given
        GeneratedHistory history = new GeneratedHistory(20240301, 5, 120);

        // When
        String asTold = run("told", history, history.facts(), 1, false);
        String shuffled = run("shuffled", history, history.shuffled(7, 5), 8, false);
        String killed = run("killed", history, history.shuffled(11, 5), 4, true);

        // Then
        assertThat(List.of(shuffled, killed)).containsOnly(asTold);
    }

    private String run(
            String name,
            GeneratedHistory history,
            List<GeneratedHistory.Produced> facts,
            int partitions,
            boolean kill) {
        Path own = directory.resolve(name);
        try (EmbeddedBroker broker = EmbeddedBroker.start(own.resolve("broker"));
                RegistryProcess registry = RegistryProcess.start(
                        own.resolve("registry"),
                        RegistryProcess.Storage.MEMORY,
                        RegistryProcess.Compatibility.FULL_TRANSITIVE);
                HistoryRig rig =
                        new HistoryRig(own, broker.bootstrapServers(), registry.url(), partitions, (short) 1)) {
            rig.send(history.tables());
            AppProcess app = rig.startApp("one", Map.of("instance.id", "one"));
            int half = facts.size() / 2;
            rig.send(facts.subList(0, half));
            if (kill) {
                Awaitility.await("the application is in the middle of it")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> rig.processed(io.fairway.schemas.Topic.JOB_EVENTS) > 100);
                app.kill();
                app.restart();
            }
            rig.send(facts.subList(half, facts.size()));
            String digest = rig.finish(history);
            assertThat(rig.deadLetterKinds()).isEmpty();
            return digest;
        }
    }
}
