package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import io.fairway.engine.PipelineDriver;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fairness and ended jobs of a period, over HTTP. In account a, with 3 shares, are anna and ben, in account b, with 1, is carla. Anna ran 4
 * processors for the first hour, Ben runs 2 since half an hour later, Carla's job waits. Two hours have passed: anna has 4 TRES-hours,
 * ben 3.
 */
class ApiFairnessTest {
    private static final long HOUR = 3_600_000;
    private static final String DOMAIN = "/v1/domains/" + PipelineDriver.DOMAIN;

    private final String anna = Tokens.random(new SecureRandom());
    private final String operator = Tokens.random(new SecureRandom());

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, HOUR));
        pipeline.share("a", "anna", 3);
        pipeline.share("a", "ben", 3);
        pipeline.share("b", "carla", 1);
        pipeline.share("b", "dave", 1);
        pipeline.start("1", "a", "anna", T0, 4);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.start("2", "a", "ben", T0 + HOUR / 2, 2);
        pipeline.submit("5", "b", "carla", T0 + HOUR);
        return pipeline;
    }

    /** Of 7 hours, a is due 5.25 and b, for carla alone, 1.75; anna and ben are due 2.625 each. */
    @Test
    void whoGotLeastComesFirst() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + 2 * HOUR)) {
            JsonNode answer = rig.json(DOMAIN + "/fairness");

            assertThat(answer.get("items").findValuesAsText("user")).containsExactly("carla", "ben", "anna");
            JsonNode carla = answer.get("items").get(0);
            assertThat(carla.get("starved").asBoolean()).isTrue();
            assertThat(carla.get("waited").asBoolean()).isTrue();
            assertThat(carla.get("due").doubleValue()).isCloseTo(1.75 * 3600, within(1e-6));
            assertThat(answer.get("items").get(1).get("ratio").doubleValue()).isCloseTo(3 / 2.625, within(1e-9));
            assertThat(answer.get("items").get(2).get("ratio").doubleValue()).isCloseTo(4 / 2.625, within(1e-9));
            assertThat(answer.at("/whole/starved").asInt()).isEqualTo(1);
            assertThat(answer.at("/whole/mostBehindUser").asText()).isEqualTo("carla");
            assertThat(answer.at("/whole/delivered").doubleValue()).isCloseTo(7 * 3600, within(1e-6));
            double x = 3 / 2.625;
            double y = 4 / 2.625;
            assertThat(answer.at("/whole/jain").doubleValue())
                    .isCloseTo((x + y) * (x + y) / (3 * (x * x + y * y)), within(1e-9));

            JsonNode accounts = rig.json(DOMAIN + "/fairness?kind=accounts");
            assertThat(accounts.get("items").findValuesAsText("account")).containsExactly("b", "a");
            assertThat(accounts.get("items").get(1).get("ratio").doubleValue()).isCloseTo(7 / 5.25, within(1e-9));
        }
    }

    /** Carla submitted after the first hour: before, only anna and ben wanted something, and the rest had no part in it. */
    @Test
    void demandIsThatOfThePeriod() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + 2 * HOUR)) {
            JsonNode answer = rig.json(DOMAIN + "/fairness?from=" + T0 + "&to=" + (T0 + HOUR));

            // Anna 4, ben 1 of the first hour; 2.5 were due to each.
            assertThat(answer.get("items").findValuesAsText("user")).containsExactly("ben", "anna");
            assertThat(answer.get("items").get(0).get("ratio").doubleValue()).isCloseTo(1 / 2.5, within(1e-9));
        }
    }

    /** A user sees the own line, and as a member of the tree the numbers of all together; nobody else by name. */
    @Test
    void aUserSeesTheOwnLineAlone(@TempDir Path directory) throws Exception {
        try (ApiRig rig = new ApiRig(settings(directory), pipeline(), T0 + 2 * HOUR)) {
            JsonNode own = asked(rig, anna, "/fairness");
            assertThat(own.get("items").findValuesAsText("user")).containsExactly("anna");
            assertThat(own.at("/whole/starved").asInt()).isEqualTo(1);
            assertThat(own.get("whole").has("mostBehindUser")).isFalse();
            assertThat(get(rig, anna, "/fairness?user=carla").statusCode()).isEqualTo(403);
            assertThat(asked(rig, operator, "/fairness").get("items")).hasSize(3);

            assertThat(asked(rig, anna, "/jobs?state=ended").get("items").findValuesAsText("user"))
                    .containsOnly("anna");
            assertThat(get(rig, anna, "/jobs?state=ended&user=ben").statusCode())
                    .isEqualTo(403);
        }
    }

    /** Of the costs of three jobs by hand: 4 processors for an hour, 2 for ten minutes, 64 for a minute. */
    @Test
    void endedJobsAndWhatTheyCost() throws Exception {
        PipelineDriver pipeline = pipeline();
        pipeline.start("6", "a", "ben", T0 + HOUR, 2);
        pipeline.finish("6", T0 + HOUR + 600_000, T0 + HOUR);
        pipeline.start("7", "b", "dave", T0 + HOUR, 64);
        pipeline.finish("7", T0 + HOUR + 60_000, T0 + HOUR);
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * HOUR)) {
            JsonNode newest = rig.json(DOMAIN + "/jobs?state=ended");
            assertThat(newest.get("items").findValuesAsText("job")).containsExactly("6", "7", "1");
            assertThat(newest.get("cost").doubleValue()).isEqualTo(14_400 + 1_200 + 3_840);

            JsonNode costliest = rig.json(DOMAIN + "/jobs?state=ended&sort=cost");
            assertThat(costliest.get("items").findValuesAsText("job")).containsExactly("1", "7", "6");
            assertThat(costliest.get("items").get(1).get("cost").doubleValue()).isEqualTo(3_840);

            String from = "&from=" + (T0 + HOUR + 30_000);
            assertThat(rig.json(DOMAIN + "/jobs?state=ended" + from)
                            .get("items")
                            .findValuesAsText("job"))
                    .containsExactly("6", "7");
            assertThat(rig.json(DOMAIN + "/jobs?state=ended&user=ben")
                            .get("items")
                            .findValuesAsText("job"))
                    .containsExactly("6");
            assertThat(rig.get(DOMAIN + "/jobs?sort=cost").body()).contains("sort: applies to state=ended alone");
            assertThat(rig.get(DOMAIN + "/jobs?state=running&period=today").body())
                    .contains("period: applies to state=ended alone");
        }
    }

    private static HttpResponse<String> get(ApiRig rig, String token, String path) throws Exception {
        return rig.get(DOMAIN + path, "Authorization", "Bearer " + token);
    }

    private static JsonNode asked(ApiRig rig, String token, String path) throws Exception {
        return new ObjectMapper().readTree(get(rig, token, path).body());
    }

    private ApiSettings settings(Path directory) throws Exception {
        Path tokens = Files.write(
                directory.resolve("tokens"),
                List.of(
                        "name=anna role=user sha256=" + Tokens.hash(anna),
                        "name=olga role=operator sha256=" + Tokens.hash(operator)));
        AccessConfig access = AccessConfigs.of(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        return ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> T0), "test");
    }
}
