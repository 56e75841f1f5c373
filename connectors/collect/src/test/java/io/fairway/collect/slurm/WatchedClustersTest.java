package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
