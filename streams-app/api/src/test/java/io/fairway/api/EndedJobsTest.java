package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.engine.PipelineDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A job that ended is still known where nothing else waits or runs. */
class EndedJobsTest {
    private static final String DOMAIN = "/v1/domains/" + PipelineDriver.DOMAIN;

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR);

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 0));
        pipeline.share("physics", "", 1);
        pipeline.share("physics", "anna", 1);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.finish("1", T0 + 60_000, T0);
        return pipeline;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Programs look for a job in each cluster that the domain names. */
    @Test
    void itsClusterIsOneOfTheDomain() throws Exception {
        JsonNode domain = json(DOMAIN);

        assertThat(domain.at("/counts/runningJobs").asLong()).isZero();
        assertThat(domain.get("clusters")).hasSize(1);
        String cluster = domain.get("clusters").get(0).asText();
        assertThat(json(DOMAIN + "/jobs/" + cluster + "/1").at("/job/state").asText())
                .isEqualTo("ended");
    }

    private JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(rig.get(path).body());
    }
}
