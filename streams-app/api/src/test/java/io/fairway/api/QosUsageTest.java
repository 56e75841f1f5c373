package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.QosInfo;
import io.fairway.engine.PipelineDriver;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Usage by QOS: 2 processors for an hour in a QOS of factor 3, and 1 processor in one of factor 1, without decay. */
class QosUsageTest {
    private static final String USAGE = "/v1/domains/" + PipelineDriver.DOMAIN + "/usage?by=qos";

    private static PipelineDriver pipeline(boolean byQos) {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 0)
                .setMeasure(
                        Measure.newBuilder().setName("billing").setByQos(byQos).build())
                .setQos(Map.of(
                        "high", QosInfo.newBuilder().setUsageFactor(3).build(),
                        "bank", QosInfo.newBuilder().setNoDecay(true).build())));
        pipeline.share("physics", "anna", 1);
        run(pipeline, "1", "high", 2);
        run(pipeline, "2", "bank", 1);
        return pipeline;
    }

    private static void run(PipelineDriver pipeline, String job, String qos, double cpus) {
        pipeline.job(pipeline.event(job, JobEventType.STARTED, T0)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder().setQos(qos).build())
                .setAllocatedTres(Map.of("cpu", cpus)));
        pipeline.finish(job, T0 + ApiRig.HOUR, T0);
    }

    /** 6 and 1 TRES-hours: 85.71 % and 14.29 % of 7. */
    @Test
    void showsEachQos() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(true), T0 + ApiRig.HOUR)) {
            JsonNode answer = new ObjectMapper().readTree(rig.get(USAGE).body());

            assertThat(answer.get("total").asDouble()).isCloseTo(7 * 3600, within(1e-6));
            JsonNode items = answer.get("items");
            assertThat(items).hasSize(2);
            assertThat(items.get(0).get("qos").asText()).isEqualTo("high");
            assertThat(items.get(0).get("value").asDouble()).isCloseTo(6 * 3600, within(1e-6));
            assertThat(items.get(0).get("percent").asDouble()).isCloseTo(85.714, within(1e-3));
            assertThat(items.get(1).get("qos").asText()).isEqualTo("bank");
            assertThat(items.get(1).has("account")).isFalse();
            assertThat(rig.get(USAGE + "&user=anna").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aPolicyWithoutUsageOfQosSaysSo() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(false), T0 + ApiRig.HOUR)) {
            assertThat(rig.get(USAGE).statusCode()).isEqualTo(400);
            assertThat(rig.get(USAGE).body()).contains("byQos");
        }
    }
}
