package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What the API answers under a policy with INCR_ONLY, and of associations of a partition. Anna has two associations and Ben one,
 * all with equal shares. Only Anna uses anything, and only in partition day.
 */
class SlurmAnswersTest {
    private static final String D = "/v1/domains/" + DOMAIN;

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 0)
                .setAlgorithm(Algorithm.CLASSIC)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setByPartition(true)
                        .build())
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(1000L)
                        .setFlags(List.of("INCR_ONLY"))
                        .build()));
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.send(
                Topic.SHARES,
                Keys.node(DOMAIN, DOMAIN, "physics", "anna", "day"),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount("physics")
                        .setUser("anna")
                        .setPartition("day")
                        .build());
        job(pipeline, "old", JobEventType.SUBMITTED, T0);
        pipeline.tick(T0);
        job(pipeline, "run", JobEventType.STARTED, T0);
        pipeline.tick(T0 + ApiRig.HOUR / 2);
        job(pipeline, "new", JobEventType.SUBMITTED, T0 + ApiRig.HOUR / 2);
        return pipeline;
    }

    private static void job(PipelineDriver pipeline, String job, JobEventType type, long time) {
        pipeline.job(pipeline.event(job, type, time)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder().setPartition("day").build())
                .setAllocatedTres(type == JobEventType.STARTED ? Map.of("cpu", 1.0) : null));
    }

    /** All usage is Anna's in day, which has a third of the shares: 2^-(1/(1/3)) = 1/8. The older job had 1000. */
    @Test
    void aPriorityThatDoesNotFallIsAnsweredAsItIsPublished() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR)) {
            assertThat(priority(rig, "old")).isEqualTo(1000);
            assertThat(priority(rig, "new")).isEqualTo(125);
            assertThat(json(rig, D + "/jobs/alps/old/why").toString()).contains("1000");
        }
    }

    /** It waits in a partition, without an age that counts: its age factor is told with the seconds that it counts from. */
    @Test
    void aJobTellsHowItsFactorsCameAbout() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR)) {
            JsonNode age = json(rig, D + "/jobs/alps/new").at("/priorities/0/factors/0");

            assertThat(age.get("name").asText()).isEqualTo("age");
            assertThat(age.get("rule").asText()).contains("PriorityMaxAge");
            assertThat(age.get("inputs").get("maxAgeSeconds").asDouble()).isEqualTo(7 * 86_400);
            assertThat(age.get("value").asDouble())
                    .isEqualTo(age.get("inputs").get("runningSeconds").asDouble() / (7 * 86_400));
        }
    }

    private static double priority(ApiRig rig, String job) throws Exception {
        return json(rig, D + "/jobs/alps/" + job)
                .get("priorities")
                .get(0)
                .get("priority")
                .asDouble();
    }

    @Test
    void associationsOfAPartitionAreToldApart() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR)) {
            for (JsonNode item : json(rig, D + "/fairshare?kind=users").get("items")) {
                boolean ofDay = item.path("partition").asText("").equals("day");
                assertThat(item.get("rawUsage").asDouble()).isCloseTo(ofDay ? 3600 : 0, within(1e-6));
                assertThat(item.get("pendingJobs").asInt()).isEqualTo(ofDay ? 2 : 0);
            }
            JsonNode usage = json(rig, D + "/usage?by=association").get("items");
            assertThat(usage).hasSize(1);
            assertThat(usage.get(0).get("partition").asText()).isEqualTo("day");
            assertThat(json(rig, D + "/users/anna/why").get("associations")).hasSize(2);
        }
    }

    /** 3600 TRES-seconds in day, where her job still runs, and none of her other association. */
    @Test
    void oneAssociationOfAPartitionHasItsOwnPage() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR)) {
            String anna = D + "/fairshare/" + DOMAIN + "/physics/anna";
            assertThat(json(rig, anna + "?partition=day")
                            .at("/fairshare/rawUsage")
                            .asDouble())
                    .isCloseTo(3600, within(1e-6));
            assertThat(json(rig, anna).at("/fairshare/rawUsage").asDouble()).isZero();
            assertThat(rig.get(anna + "?partition=night").statusCode()).isEqualTo(404);

            String forecast = D + "/forecast?account=physics&user=anna&factor=0.9&if=stops";
            assertThat(json(rig, forecast).at("/now/factor").asDouble()).isGreaterThan(0.2);
            assertThat(rig.get(forecast.replace("&user=anna", "") + "&partition=day")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(json(rig, forecast + "&partition=day").at("/now/factor").asDouble())
                    .isCloseTo(.125, within(1e-9));
        }
    }

    private static JsonNode json(ApiRig rig, String path) throws Exception {
        return new ObjectMapper().readTree(rig.get(path).body());
    }
}
