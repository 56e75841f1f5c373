package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that lay on disk for longer than changelogs keep tombstones are not used again: they would bring back what was
 * deleted meanwhile. How old they are is counted from the orderly stop, however long the instance ran before.
 */
class OldStoresIT {
    private static final String DOMAIN = "alps";
    private static final int PARTITION = DomainPartitions.hashed().partition(DOMAIN, 1);

    @TempDir
    private Path directory;

    @Test
    void areRestoredAnewAfterTwentyHours() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig rig =
                        new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 1, (short) 1)) {
            // Given an instance that has run for long
            rig.send(List.of(
                    GeneratedHistory.policy(
                            DOMAIN, Decay.newBuilder().setKind(DecayKind.NONE).build()),
                    GeneratedHistory.node(DOMAIN, "physics", "anna")));
            AppHere app = rig.startHere("live", Map.of("mode", "live", "evaluation.interval.ms", "200"));
            use(rig, 1);
            Path stores =
                    directory.resolve("state-live").resolve(rig.application()).resolve("0_" + PARTITION);
            Path mark = Files.createFile(stores.resolve("of-this-directory"));
            Files.setLastModifiedTime(stores, ago(Duration.ofHours(100)));

            // When it stops and starts
            app.close();
            rig.awaitNoMembers();
            app.restart();
            use(rig, 2);

            // Then its stores are used again
            assertThat(mark).exists();

            // When it was down for less than changelogs keep tombstones
            app.close();
            rig.awaitNoMembers();
            Files.setLastModifiedTime(stores, ago(Duration.ofHours(19)));
            app.restart();
            use(rig, 3);

            // Then they are, too
            assertThat(mark).exists();

            // When it was down for longer
            app.close();
            rig.awaitNoMembers();
            Files.setLastModifiedTime(stores, ago(Duration.ofHours(21)));
            app.restart();
            use(rig, 4);

            // Then they were restored anew
            assertThat(mark).doesNotExist();
            assertThat(stores).isDirectory();
        }
    }

    private static FileTime ago(Duration age) {
        return FileTime.from(Instant.now().minus(age));
    }

    /** One more job of a second each; so many in all are charged. */
    private static void use(HistoryRig rig, int jobs) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        JobEvent job = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob("anna-" + jobs)
                .setType(JobEventType.FINISHED)
                .setTime(now)
                .setRun(now.minusSeconds(1))
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", 1.0))
                .build();
        rig.send(List.of(new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, job.getJob()), job)));
        Awaitility.await("the usage of " + jobs + " jobs is sent")
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(rig.usage().get("anna")).isEqualTo(jobs));
    }
}
