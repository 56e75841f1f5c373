package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A job that LSF's bstop suspended has a place before the waiting ones, and does not wait itself. */
class SuspendedJobsTest {
    private static final String DOMAIN = "/v1/domains/" + PipelineDriver.DOMAIN;

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR);

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setLsf(LsfPolicy.newBuilder().build()));
        pipeline.share("physics", "", 1);
        pipeline.share("physics", "anna", 1);
        pipeline.start("runs", "physics", "anna", T0, 4);
        pipeline.start("stopped", "physics", "anna", T0, 4);
        pipeline.send(
                Topic.JOB_EVENTS,
                Keys.job(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "stopped"),
                JobEvent.newBuilder()
                        .setDomain(PipelineDriver.DOMAIN)
                        .setCluster(PipelineDriver.DOMAIN)
                        .setJob("stopped")
                        .setType(JobEventType.SUSPENDED)
                        .setTime(Instant.ofEpochMilli(T0 + 1_000))
                        .setRun(Instant.ofEpochMilli(T0))
                        .build());
        pipeline.submit("waits", "physics", "anna", T0);
        return pipeline;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** 4e12 is what goes before every waiting job. */
    @Test
    void theListOfRunningJobsHasItsPriority() throws Exception {
        JsonNode jobs = rig.json(DOMAIN + "/jobs?state=running").get("items");

        assertThat(jobs).hasSize(2);
        for (JsonNode job : jobs) {
            boolean suspended = job.get("job").asText().equals("stopped");
            assertThat(job.get("state").asText()).isEqualTo(suspended ? "suspended" : "running");
            assertThat(job.path("request").asText()).isEqualTo(suspended ? "running" : "");
            if (suspended) {
                assertThat(job.get("priority").asDouble()).isBetween(4e12, 4e12 + 2);
                assertThat(job.get("eligible").asBoolean()).isFalse();
            }
        }
    }

    @Test
    void theListOfWaitingJobsHasNone() throws Exception {
        JsonNode jobs = rig.json(DOMAIN + "/jobs").get("items");

        assertThat(jobs).hasSize(1);
        assertThat(jobs.get(0).get("job").asText()).isEqualTo("waits");
        assertThat(jobs.get(0).get("place").asInt()).isEqualTo(1);
    }

    @Test
    void whyItWaitsIsNoQuestion() throws Exception {
        var answer = rig.get(DOMAIN + "/jobs/alps/stopped/why");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("is suspended, and started at", "keeps its slots and does not wait");
        assertThat(rig.get(DOMAIN + "/jobs/alps/runs/why").body()).contains("runs since");
    }
}
