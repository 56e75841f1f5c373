package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredecessorTest {
    @Test
    void namesEachRefusedVersionOnce() {
        assertThat(Predecessor.differences(List.of(
                        heartbeat("main", List.of("main from 1970-01-01T00:00:00Z")),
                        heartbeat("shadow", List.of("main from 1970-01-01T00:00:00Z")))))
                .singleElement()
                .asString()
                .startsWith("domain alps, policy main from 1970-01-01T00:00:00Z: ")
                .contains("refused the newest record of this version");
    }

    @Test
    void saysNothingWhereNothingWasRefused() {
        assertThat(Predecessor.differences(List.of(heartbeat("main", List.of()))))
                .isEmpty();
    }

    private static Heartbeat heartbeat(String policy, List<String> refused) {
        return Heartbeat.newBuilder()
                .setDomain("alps")
                .setPolicy(policy)
                .setEvaluatedThrough(Instant.EPOCH)
                .setInputOffsets(Map.of())
                .setCounts(Map.of())
                .setRefusedVersions(refused)
                .build();
    }
}
