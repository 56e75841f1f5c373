package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.MoabPolicy;
import io.fairway.engine.PipelineDriver;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A policy that ranks jobs which run, too: Moab's, with a weight of the seconds that a job has run. */
class ActiveJobsTest {
    private static final String DOMAIN = "/v1/domains/" + PipelineDriver.DOMAIN;

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR);

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("moab", 0, 0)
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(16)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of("QUEUETIMEWEIGHT", "1", "USAGEEXECUTIONTIMEWEIGHT", "2"))
                        .build()));
        pipeline.start("runs", "physics", "anna", T0, 4);
        pipeline.submit("waits", "physics", "anna", T0);
        return pipeline;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theListOfRunningJobsHasTheirPriorities() throws Exception {
        JsonNode jobs = rig.json(DOMAIN + "/jobs?state=running").get("items");

        assertThat(jobs).hasSize(1);
        assertThat(jobs.get(0).get("job").asText()).isEqualTo("runs");
        assertThat(jobs.get(0).get("request").asText()).isEqualTo("running");
        assertThat(jobs.get(0).get("priority").asDouble()).isEqualTo(7200);
        assertThat(jobs.get(0).get("eligible").asBoolean()).isFalse();
    }

    @Test
    void theListOfWaitingJobsHasNone() throws Exception {
        JsonNode jobs = rig.json(DOMAIN + "/jobs").get("items");

        assertThat(jobs).hasSize(1);
        assertThat(jobs.get(0).get("job").asText()).isEqualTo("waits");
        assertThat(jobs.get(0).get("place").asInt()).isEqualTo(1);
    }

    @Test
    void aRunningJobHasItsPriorityAndNoPlace() throws Exception {
        JsonNode priorities = rig.json(DOMAIN + "/jobs/alps/runs").get("priorities");

        assertThat(priorities).hasSize(1);
        assertThat(priorities.get(0).get("request").asText()).isEqualTo("running");
        assertThat(priorities.get(0).get("priority").asDouble()).isEqualTo(7200);
        assertThat(priorities.get(0).get("place").isNull()).isTrue();
    }

    @Test
    void whyItWaitsIsNoQuestion() throws Exception {
        assertThat(rig.get(DOMAIN + "/jobs/alps/runs/why").statusCode()).isEqualTo(409);
        assertThat(rig.get(DOMAIN + "/jobs/alps/waits/why").statusCode()).isEqualTo(200);
    }
}
