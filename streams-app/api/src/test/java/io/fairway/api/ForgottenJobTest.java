package io.fairway.api;

import static io.fairway.api.ApiRig.HOUR;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The refund of a job that ended 30 days ago, which a horizon of 7 days has forgotten. It ran 20 processors for an hour; usage
 * halves in 15 days. Expected values are closed integrals.
 */
class ForgottenJobTest {
    private static final long DAY = 24 * HOUR;
    private static final long NOW = T0 + 30 * DAY;
    private static final double LAMBDA = Math.log(2) / (15 * 86_400);
    /** The integral at the end of the run, and two half-lives later. */
    private static final double RUN = 20 * (1 - Math.exp(-LAMBDA * 3600)) / LAMBDA;

    private static final double WEIGHS = RUN / 4;
    private static final Offset<Double> CLOSE = within(1e-5);
    private static final String QUESTION = "/v1/domains/" + DOMAIN + "/adjustments/preview?kind=refund&";

    private final PipelineDriver pipeline = pipeline();
    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);

    @AfterEach
    void close() {
        rig.close();
    }

    /** Another job lets the application see that time has passed. */
    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.live();
        pipeline.policy(15 * DAY);
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 20);
        pipeline.finish("1", T0, T0 - HOUR);
        pipeline.jump(NOW);
        pipeline.submit("2", "physics", "ben", NOW);
        pipeline.advance(1_000);
        return pipeline;
    }

    private double usage() throws Exception {
        return rig.json("/v1/domains/" + DOMAIN + "/fairshare/" + DOMAIN + "/physics/anna")
                .at("/fairshare/rawUsage")
                .asDouble();
    }

    @Test
    void itIsRefundedByTheTimeInWhichItRan() throws Exception {
        var byJob = rig.get(QUESTION + "job=1");
        assertThat(byJob.statusCode()).as(byJob.body()).isEqualTo(404);
        assertThat(byJob.body()).contains("forgotten");

        JsonNode preview = rig.json(QUESTION + "account=physics&user=anna&amount=72000&measure=billing&usedFrom="
                + (T0 - HOUR) + "&usedTo=" + T0);
        JsonNode refund = preview.at("/adjustments/0");
        assertThat(refund.get("charged").asDouble()).isEqualTo(72_000);
        assertThat(refund.get("amount").asDouble()).isCloseTo(WEIGHS, CLOSE);
        assertThat(preview.at("/nodes/0/before/usage").asDouble()).isCloseTo(WEIGHS, CLOSE);
        assertThat(preview.at("/nodes/0/after/usage").asDouble()).isCloseTo(0, CLOSE);
        assertThat(usage()).as("a preview changes nothing").isCloseTo(WEIGHS, CLOSE);

        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(DOMAIN, DOMAIN, "physics", "anna", "r-billing"),
                Adjustment.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount("physics")
                        .setUser("anna")
                        .setId("r-billing")
                        .setKind(AdjustmentKind.REFUND)
                        .setMeasure("billing")
                        .setAmount(refund.get("amount").asDouble())
                        .setEffectiveAt(Instant.parse(preview.get("effectiveAt").asText()))
                        .setActor("ops")
                        .setReason("node failed")
                        .build());
        pipeline.advance(1_000);
        rig.now = NOW + DAY;
        assertThat(usage()).isCloseTo(0, CLOSE);
        assertThat(pipeline.deadLetterKinds()).doesNotContain("time");
    }
}
