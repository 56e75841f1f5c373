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
 * What corrections would change. Two hours after T0: Anna ran 4 processors in the first hour, Ben 2 since half an hour. The
 * half-life is one hour (measure billing), or two (slow, of the shadow policy). Expected values are closed integrals.
 */
class AdjustmentPreviewTest {
    private static final double LAMBDA = Math.log(2) / 3600;
    /** The integral of 4 processors over an hour that ended an hour ago. */
    private static final double ANNA = 4 * (1 - 0.5) / LAMBDA * 0.5;

    private static final double BEN = 2 * (1 - Math.pow(2, -1.5)) / LAMBDA;
    private static final Offset<Double> CLOSE = within(1e-5);

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"));

    @AfterEach
    void close() {
        rig.close();
    }

    private JsonNode preview(String query) throws Exception {
        return rig.json("/v1/domains/" + DOMAIN + "/adjustments/preview?" + query);
    }

    private static JsonNode node(JsonNode preview, String user) {
        for (JsonNode node : preview.get("nodes")) {
            if (node.get("user").asText().equals(user)) {
                return node;
            }
        }
        throw new AssertionError("no node of " + user + ": " + preview);
    }

    @Test
    void aJobIsRefundedWhatItWeighsUnderEachMeasure() throws Exception {
        JsonNode preview = preview("kind=refund&job=1");

        assertThat(preview.get("cluster").asText()).isEqualTo(DOMAIN);
        JsonNode refunds = preview.get("adjustments");
        assertThat(refunds).hasSize(2);
        for (JsonNode refund : refunds) {
            double slower = LAMBDA / 2;
            double weighs = refund.get("measure").asText().equals("slow")
                    ? 4 * (1 - Math.pow(2, -0.5)) / slower * Math.pow(2, -0.5)
                    : ANNA;
            assertThat(refund.get("user").asText()).isEqualTo("anna");
            assertThat(refund.get("amount").asDouble()).isCloseTo(weighs, CLOSE);
            assertThat(refund.get("charged").asDouble()).isCloseTo(4 * 3600, CLOSE);
        }
        assertThat(node(preview, "anna").at("/before/usage").asDouble()).isCloseTo(ANNA, CLOSE);
        assertThat(node(preview, "anna").at("/after/usage").asDouble()).isCloseTo(0, CLOSE);
    }

    /** Anna's 3 of 4 shares put her behind nobody once her usage is gone; before, Carla alone has none. */
    @Test
    void itTellsWhosePlaceMoves() throws Exception {
        JsonNode preview = preview("kind=charge&account=bio/medical&user=carla&amount=360000");

        assertThat(node(preview, "carla").at("/before/place").asLong()).isEqualTo(1);
        assertThat(node(preview, "carla").at("/after/place").asLong()).isEqualTo(3);
        assertThat(node(preview, "carla").at("/after/usage").asDouble()).isCloseTo(360_000, CLOSE);
        assertThat(preview.get("movedTotal").asInt()).isEqualTo(3);
        assertThat(preview.get("moved").get(0).get("after").asInt()).isEqualTo(1);
        assertThat(rig.json("/v1/domains/" + DOMAIN + "/fairshare/" + DOMAIN + "/physics/ben")
                        .at("/fairshare/rawUsage")
                        .asDouble())
                .as("nothing has changed")
                .isCloseTo(BEN, CLOSE);
    }

    @Test
    void anAmountOfAnHourAgoHasHalved() throws Exception {
        JsonNode preview = preview("kind=transfer&account=physics&user=anna&toAccount=physics&toUser=ben&amount=1000"
                + "&effectiveAt=" + (T0 + HOUR));

        assertThat(node(preview, "anna").at("/after/usage").asDouble()).isCloseTo(ANNA - 500, CLOSE);
        assertThat(node(preview, "ben").at("/after/usage").asDouble()).isCloseTo(BEN + 500, CLOSE);
    }

    @Test
    void aResetOfAnAccountReachesItsUsersFromNowOn() throws Exception {
        JsonNode preview = preview("kind=reset&account=physics");

        assertThat(preview.get("known").asBoolean()).isTrue();
        assertThat(preview.get("nodes").get(0).at("/before/usage").asDouble()).isCloseTo(ANNA + BEN, CLOSE);
        assertThat(preview.get("nodes").get(0).at("/after/usage").asDouble()).isCloseTo(0, CLOSE);

        JsonNode past = preview("kind=reset&account=physics&effectiveAt=" + T0);
        assertThat(past.get("known").asBoolean()).isFalse();
        assertThat(past.get("nodes").get(0).get("after").isNull()).isTrue();
    }

    @Test
    void whatCannotBeKnownIsRefused() throws Exception {
        refused("kind=refund&job=2", 400, "has not ended");
        refused("kind=refund&job=99", 404, "forgotten");
        refused("kind=charge&job=1", 400, "applies to a refund alone");
        refused("kind=refund&job=1&amount=5", 400, "does not apply to the refund of a job");
        refused("kind=refund&account=physics&user=nobody&amount=5", 404, "user nobody in account physics");
        refused("kind=refund&account=physics&amount=5", 400, "only a reset may be of a whole account");
        refused("kind=refund&account=physics&user=anna", 400, "amount: needed");
        refused("kind=reset&account=physics&amount=5", 400, "does not apply to a reset");
        refused("kind=charge&account=physics&user=anna&amount=1&toUser=ben", 400, "applies to a transfer alone");
        refused("kind=charge&account=physics&user=anna&amount=1&measure=none", 404, "measure none");
        refused("kind=charge&account=physics&user=anna&amount=1e20", 400, "holds at once");
    }

    /** 4 TRES-hours in the first hour are what job 1 used. */
    @Test
    void whatNobodyRemembersIsWeighedByItsTime() throws Exception {
        JsonNode preview = preview("kind=refund&account=physics&user=anna&amount=14400&measure=billing&usedFrom=" + T0
                + "&usedTo=" + (T0 + HOUR));

        assertThat(preview.at("/adjustments/0/amount").asDouble()).isCloseTo(ANNA, CLOSE);
        assertThat(preview.at("/adjustments/0/charged").asDouble()).isEqualTo(14_400);
        assertThat(node(preview, "anna").at("/after/usage").asDouble()).isCloseTo(0, CLOSE);
        refused("kind=refund&account=physics&user=anna&amount=1&usedFrom=" + T0, 400, "usedTo: needed");
        refused(
                "kind=refund&account=physics&user=anna&amount=1&usedFrom=" + (T0 + HOUR) + "&usedTo=" + T0,
                400,
                "must be after usedFrom");
        refused(
                "kind=reset&account=physics&usedFrom=" + T0 + "&usedTo=" + (T0 + HOUR),
                400,
                "applies to refunds and charges alone");
    }

    /** Job 1 was charged before a reset, and job 2, of 2 processors for half an hour until now, after it. */
    @Test
    void whatWasBeforeAResetWeighsNothing() throws Exception {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.finish("1", T0 + HOUR, T0);
        long reset = T0 + HOUR + HOUR / 4;
        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(DOMAIN, DOMAIN, "physics", "anna", "r"),
                Adjustment.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount("physics")
                        .setUser("anna")
                        .setId("r")
                        .setKind(AdjustmentKind.RESET)
                        .setEffectiveAt(Instant.ofEpochMilli(reset))
                        .setActor("ops")
                        .setReason("a new year")
                        .build());
        pipeline.start("2", "physics", "anna", T0 + HOUR + HOUR / 2, 2);
        pipeline.finish("2", T0 + 2 * HOUR, T0 + HOUR + HOUR / 2);
        try (ApiRig other = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * HOUR)) {
            String asked = "/v1/domains/" + DOMAIN + "/adjustments/preview?kind=refund&job=";

            assertThat(other.json(asked + 1).get("adjustments")).isEmpty();
            assertThat(other.json(asked + 2).at("/adjustments/0/amount").asDouble())
                    .isCloseTo(2 * (1 - Math.pow(2, -0.5)) / LAMBDA, CLOSE);
        }
    }

    private void refused(String query, int status, String text) throws Exception {
        var answer = rig.get("/v1/domains/" + DOMAIN + "/adjustments/preview?" + query);
        assertThat(answer.statusCode()).as(query).isEqualTo(status);
        assertThat(answer.body()).contains(text);
    }
}
