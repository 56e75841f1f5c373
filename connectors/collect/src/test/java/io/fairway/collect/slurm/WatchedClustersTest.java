package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedClustersTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");

    private final List<ResourceSample> signs = new ArrayList<>();
    private final List<SourceHeartbeat> heartbeats = new ArrayList<>();
    private boolean arrives = true;
    private final WatchedClusters watched = new WatchedClusters("", "collect slurm", (runs, told) -> {
        if (arrives) {
            signs.addAll(runs);
            heartbeats.addAll(told);
        }
        return arrives;
    });

    private static QueueLook look(long second) {
        return Answers.look("squeue-22.05-first.json", NOW.plusSeconds(second), new ArrayList<>());
    }

    private static QueueLook empty(long second) {
        return new QueueLook(NOW.plusSeconds(second), Map.of(), new QueueLook.Unread(), Map.of());
    }

    private static long running() {
        return look(0).jobs().values().stream()
                .filter(job -> job.phase().holdsResources())
                .count();
    }

    @Test
    void theFirstLookGivesEachRunASignOfLifeAndLaterOnesSayHowFarItLooked() {
        watched.looked(look(0));
        watched.looked(look(5));
        watched.looked(look(10));

        assertThat(running()).isPositive();
        assertThat(signs)
                .hasSize((int) running())
                .allMatch(sign -> sign.getTime().equals(NOW) && sign.getRun() != null && sign.getCpuSeconds() == null);
        assertThat(heartbeats)
                .extracting(SourceHeartbeat::getSince, SourceHeartbeat::getThrough, SourceHeartbeat::getRunningJobs)
                .containsExactly(tuple(NOW, NOW, running()), tuple(NOW, NOW.plusSeconds(10), running()));
    }

    /** A queue that got empty was looked at, too. */
    @Test
    void anEmptyQueueIsLookedAtToo() {
        watched.looked(empty(0));
        assertThat(heartbeats).isEmpty();
        watched.looked(look(5));
        watched.looked(empty(20));

        assertThat(heartbeats.get(1).getThrough()).isEqualTo(NOW.plusSeconds(20));
        assertThat(heartbeats.get(1).getRunningJobs()).isZero();
        assertThat(heartbeats.get(1).getIntervalMs()).isEqualTo(15_000);
    }

    /** A source that starts again beside an empty queue is heard as well: accounting has the cluster. */
    @Test
    void aClusterWithoutJobsIsWatchedIfAccountingHasOneOfItsRuns(@TempDir Path folder) throws Exception {
        SlurmCollectConfig config = new SlurmCollectConfig(Map.of(
                "bootstrap.servers",
                "none",
                "schema.registry.url",
                "none",
                "squeue.command",
                program(folder.resolve("squeue"), "{\"jobs\": []}"),
                "sacct.command",
                program(folder.resolve("sacct"), """
                        JobIDRaw|Cluster|Account|User|State|Submit|Start|End|AllocTRES
                        7|alps|physics|anna|COMPLETED|2026-11-22T19:00:00|2026-11-22T19:00:00|2026-11-22T20:00:00|cpu=1
                        """)));
        SlurmCollector collector = new SlurmCollector(
                config,
                Clock.fixed(NOW, ZoneOffset.UTC),
                events -> {},
                (runs, told) -> heartbeats.addAll(told),
                line -> {});
        collector.look();
        collector.look();

        assertThat(heartbeats)
                .extracting(SourceHeartbeat::getCluster, SourceHeartbeat::getRunningJobs)
                .containsExactly(tuple("alps", 0L));
    }

    private static String program(Path file, String answer) throws IOException {
        Files.writeString(file, "#!/bin/sh\ncat <<'END'\n" + answer.strip() + "\nEND\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    /** What was not told does not count: the time watched begins with the signs of life that arrived. */
    @Test
    void aLookThatWasNotToldIsNoBeginning() {
        arrives = false;
        watched.looked(look(0));
        arrives = true;
        watched.looked(look(30));

        assertThat(signs)
                .hasSize((int) running())
                .allMatch(sign -> sign.getTime().equals(NOW.plusSeconds(30)));
        assertThat(heartbeats)
                .singleElement()
                .satisfies(heartbeat -> assertThat(heartbeat.getSince()).isEqualTo(NOW.plusSeconds(30)));
    }
}
