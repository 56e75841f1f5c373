package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.SourceHeartbeat;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourcesCommandTest {
    private static SourceHeartbeat life(String cluster, String source, long since) {
        return SourceHeartbeat.newBuilder()
                .setDomain("alps")
                .setCluster(cluster)
                .setSource(source)
                .setSince(Instant.ofEpochMilli(since))
                .setThrough(Instant.ofEpochMilli(since + 1))
                .build();
    }

    /** Each start is another life: the last one says how far a source has looked. */
    @Test
    void theLastLifeOfEachSourceCounts() {
        List<SourceHeartbeat> latest = SourcesCommand.latest(
                List.of(life("eiger", "a", 3), life("alps", "b", 9), life("alps", "a", 7), life("alps", "a", 8)));

        assertThat(latest).containsExactly(life("alps", "a", 8), life("alps", "b", 9), life("eiger", "a", 3));
    }
}
