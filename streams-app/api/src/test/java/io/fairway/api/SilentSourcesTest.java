package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a source no longer tells is missing in every answer, which says so. */
class SilentSourcesTest {
    private static final long MINUTE = 60_000;
    private static final String PATH = "/v1/domains/" + DOMAIN;

    private final PipelineDriver pipeline = PipelineDriver.replay();

    private void heartbeat(String source, long through) {
        pipeline.send(
                Topic.SOURCES,
                Keys.source(DOMAIN, DOMAIN, source, T0),
                SourceHeartbeat.newBuilder()
                        .setDomain(DOMAIN)
                        .setCluster(DOMAIN)
                        .setSource(source)
                        .setSince(Instant.ofEpochMilli(T0))
                        .setThrough(Instant.ofEpochMilli(through))
                        .build());
    }

    @Test
    void everyAnswerIsStaleWhileASourceIsSilent() throws Exception {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.submit("1", "physics", "anna", T0);
        heartbeat("collect slurm", T0);
        heartbeat("collect topic fairway-bridge", T0 + 2 * MINUTE);
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * MINUTE)) {
            for (String path :
                    new String[] {PATH, PATH + "/jobs/" + DOMAIN + "/1/why", PATH + "/jobs", PATH + "/fairshare"}) {
                JsonNode freshness = json(rig, path).path("freshness");
                assertThat(freshness.path("state").asText()).as(path).isEqualTo("stale");
                assertThat(freshness.path("silent").path(0).asText())
                        .isEqualTo("cluster " + DOMAIN + ": source 'collect slurm' has looked through "
                                + Instant.ofEpochMilli(T0)
                                + " and is silent since; what happened after that is not known");
            }
            assertThat(json(rig, PATH).path("sources").findValuesAsText("source"))
                    .containsExactly("collect slurm", "collect topic fairway-bridge");
        }
    }

    @Test
    void answersAreCurrentWhileAllSourcesLook() throws Exception {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        heartbeat("collect slurm", T0);
        heartbeat("collect slurm", T0 + MINUTE);
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * MINUTE)) {
            assertThat(json(rig, PATH).at("/freshness/state").asText()).isEqualTo("current");
            assertThat(json(rig, PATH).at("/freshness").has("silent")).isFalse();
        }
    }

    private static JsonNode json(ApiRig rig, String path) throws Exception {
        return new ObjectMapper().readTree(rig.get(path).body());
    }
}
