package io.fairway.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.DispatchQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FreshnessTest {
    private static final long NOW = 1_795_380_000_000L;

    private final List<String> news = new ArrayList<>();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY);

    private void heartbeat(long through, Map<String, Long> looked, List<String> silent) {
        queue.heartbeat(
                "alps|main",
                Heartbeat.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setEvaluatedThrough(Instant.ofEpochMilli(through))
                        .setInputOffsets(Map.of())
                        .setCounts(Map.of())
                        .setProblems(List.of())
                        .setLookedThrough(looked)
                        .setSilentClusters(silent)
                        .build());
    }

    private boolean isFresh(long seconds, @Nullable String cluster) {
        return new Freshness(Duration.ofSeconds(seconds), cluster, "Nothing is done", news::add)
                .isFresh("alps", queue, NOW);
    }

    @Test
    void aRankingWaitsForASilentSourceOfItsCluster() {
        heartbeat(NOW, Map.of("alps", NOW - 90_000, "jura", NOW - 90_000), List.of("alps"));

        assertThat(isFresh(60, "alps")).isFalse();
        assertThat(isFresh(60, null)).isFalse();
        assertThat(isFresh(60, "jura")).isTrue();
        assertThat(isFresh(90, "alps")).isTrue();
        assertThat(isFresh(0, "alps")).isTrue();
        assertThat(news)
                .first()
                .asString()
                .isEqualTo(
                        "waits: the ranking of domain alps is stale: the sources of cluster alps have looked through "
                                + Instant.ofEpochMilli(NOW - 90_000) + ", more than 60 s ago. Nothing is done");
    }

    /** One that usually looks every five minutes is not silent after two. */
    @Test
    void aSourceThatLooksSeldomIsNotWaitedFor() {
        heartbeat(NOW, Map.of("alps", NOW - 120_000), List.of());

        assertThat(isFresh(60, "alps")).isTrue();
    }

    @Test
    void itTellsOnceThatItWaitsAndOnceThatItGoesOn() {
        Freshness freshness = new Freshness(Duration.ofSeconds(60), null, "Nothing is done", news::add);
        heartbeat(NOW - 61_000, Map.of(), List.of());
        assertThat(freshness.isFresh("alps", queue, NOW)).isFalse();
        assertThat(freshness.isFresh("alps", queue, NOW + 1)).isFalse();
        assertThat(freshness.isStale()).isTrue();
        heartbeat(NOW, Map.of(), List.of());
        assertThat(freshness.isFresh("alps", queue, NOW + 2)).isTrue();

        assertThat(freshness.isStale()).isFalse();
        assertThat(news).hasSize(2);
        assertThat(news.get(1)).isEqualTo("goes on: the ranking of domain alps is evaluated again");
    }
}
