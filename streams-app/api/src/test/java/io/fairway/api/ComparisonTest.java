package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiDescription;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.PolicyState;
import io.fairway.engine.PipelineDriver;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Policies side by side that rank different trees: LSF's shares belong to a queue. */
class ComparisonTest {
    private static final String COMPARE = "/v1/domains/alps/policies/compare";

    @Test
    void aPolicyWithOneTreeOfItsOwnIsComparedByAccountAndUser() throws Exception {
        try (ApiRig rig = rig("normal")) {
            JsonNode answer = answer(rig, COMPARE);

            assertThat(ApiDescription.load().json().at("/components/schemas/Comparison/required"))
                    .allSatisfy(
                            member -> assertThat(answer.has(member.asText())).isTrue());
            assertThat(answer.get("policies").findValuesAsText("name")).containsExactly("main", "lsf", "shadow");
            assertThat(answer.get("trees")).hasToString("[\"alps\",\"normal\",\"alps\"]");
            assertThat(answer.get("leftOut")).isEmpty();
            // Under LSF, only ben runs anything in the queue. He has as many shares as anna, so he comes after her.
            // Carla has no share there.
            assertThat(places(answer, "anna", 1)).isEqualTo("1");
            assertThat(places(answer, "ben", 1)).isEqualTo("2");
            assertThat(places(answer, "carla", 1)).isEqualTo("null");
            assertThat(places(answer, "carla", 0)).isEqualTo("1");
        }
    }

    @Test
    void theOtherWayRoundToo() throws Exception {
        try (ApiRig rig = rig("normal")) {
            JsonNode answer = answer(rig, COMPARE + "?policies=lsf,main");

            assertThat(answer.get("tree").asText()).isEqualTo("normal");
            assertThat(answer.get("trees")).hasToString("[\"normal\",\"alps\"]");
            assertThat(answer.get("items").findValuesAsText("user")).containsExactlyInAnyOrder("anna", "ben");
        }
    }

    @Test
    void aPolicyWithSeveralOtherTreesIsLeftOutAndNamed() throws Exception {
        try (ApiRig rig = rig("normal", "short")) {
            JsonNode answer = answer(rig, COMPARE);

            assertThat(answer.get("policies").findValuesAsText("name")).containsExactly("main", "shadow");
            assertThat(answer.get("leftOut")).hasToString("[\"lsf\"]");

            var refused = rig.get(COMPARE + "?policies=main,lsf");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("policies: lsf does not rank tree alps, but normal, short;");
        }
    }

    private static String places(JsonNode answer, String user, int policy) {
        for (JsonNode item : answer.get("items")) {
            if (item.get("user").asText().equals(user)) {
                return item.at("/values/" + policy + "/place").toString();
            }
        }
        return "no such user";
    }

    private static JsonNode answer(ApiRig rig, String path) throws Exception {
        var response = rig.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    /**
     * Carla, anna and ben in the cluster's tree, and queues with fairshare. In each queue, anna and ben have equal
     * shares, and ben runs a job.
     */
    private static ApiRig rig(String... queues) {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(ApiRig.HOUR);
        pipeline.policy(PipelineDriver.policyOf("shadow", 0, ApiRig.HOUR).setState(PolicyState.SHADOW));
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setState(PolicyState.SHADOW)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(Arrays.stream(queues)
                                .map(queue -> LsfQueue.newBuilder()
                                        .setName(queue)
                                        .setPriority(30)
                                        .setFairshare(true)
                                        .build())
                                .toList())
                        .build()));
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.share("bio", "carla", 2);
        for (String queue : queues) {
            for (String user : List.of("anna", "ben")) {
                pipeline.shareIn(queue, "physics", user, 1);
            }
            pipeline.job(pipeline.event("run in " + queue, JobEventType.STARTED, T0)
                    .setAccount("physics")
                    .setUser("ben")
                    .setAttributes(JobAttributes.newBuilder().setQueue(queue).build())
                    .setAllocatedTres(Map.of("cpu", 2.0)));
        }
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * ApiRig.HOUR);
    }
}
