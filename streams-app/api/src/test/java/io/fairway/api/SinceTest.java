package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.PipelineDriver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What changed for anna within eight hours, where one thing alone changed, and where all did. Anna ran twice as much as ben before; each
 * has a waiting job, anna's the older one. Under the classic rule a factor depends on parts of the whole, so time alone changes none: it
 * lets the ages of both jobs reach their greatest, and then ben's better factor decides.
 */
class SinceTest {
    private static final long HOUR = 3_600_000;
    private static final long THEN = T0 + 2 * HOUR;
    private static final long NOW = THEN + 8 * HOUR;

    private enum Cause {
        POLICY,
        SHARES,
        TIME,
        OTHERS,
        OWN
    }

    private static Policy.Builder policy(long from, Algorithm algorithm, long maxAgeHours) {
        return PipelineDriver.policyOf("main", from, 3 * HOUR)
                .setAlgorithm(algorithm)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(1_000L)
                        .setWeightAge(100_000L)
                        .setMaxAgeSeconds(maxAgeHours * 3600)
                        .build());
    }

    private static ApiRig after(Set<Cause> causes) {
        PipelineDriver pipeline = PipelineDriver.replay();
        // Without time as a cause, ages grow all along.
        long maxAge = causes.contains(Cause.TIME) ? 6 : 1_000;
        pipeline.policy(policy(0, Algorithm.CLASSIC, maxAge));
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.start("2", "physics", "ben", T0, 2);
        pipeline.submit("3", "physics", "anna", T0 + HOUR / 2);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.finish("2", T0 + HOUR, T0);
        pipeline.submit("4", "physics", "ben", T0 + HOUR);
        if (causes.contains(Cause.POLICY)) {
            pipeline.policy(policy(THEN + HOUR, Algorithm.FAIR_TREE_DOCUMENTED, maxAge));
        }
        pipeline.tick(THEN + 2 * HOUR);
        if (causes.contains(Cause.SHARES)) {
            pipeline.share("physics", "ben", 5);
        }
        if (causes.contains(Cause.OTHERS)) {
            pipeline.start("5", "physics", "ben", THEN + 3 * HOUR, 8);
            pipeline.finish("5", THEN + 5 * HOUR, THEN + 3 * HOUR);
        }
        if (causes.contains(Cause.OWN)) {
            pipeline.start("6", "physics", "anna", THEN + 6 * HOUR, 2);
        }
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void whereOneThingChangedTheOthersHaveNoPart(Cause cause) throws Exception {
        try (ApiRig rig = after(EnumSet.of(cause))) {
            JsonNode answer = rig.json("/v1/domains/" + DOMAIN + "/users/anna/since?since=" + THEN);
            JsonNode steps = answer.at("/associations/0/steps");

            assertThat(steps.findValuesAsText("cause"))
                    .containsExactly("then", "policy", "shares", "time", "others", "own");
            int i = 0;
            for (Cause other : Cause.values()) {
                i++;
                JsonNode step = steps.get(i);
                JsonNode place = answer.at("/firstJob/" + i + "/place");
                JsonNode before = answer.at("/firstJob/" + (i - 1) + "/place");
                boolean moves = Math.abs(step.get("change").doubleValue()) > 1e-9 || !place.equals(before);
                assertThat(moves).as(other + " in " + answer).isEqualTo(other == cause);
            }
        }
    }

    /**
     * Anna used 2/3 of all, and shares of the account's are half of hers: effective usage is 2/3 + (1 - 2/3) / 2 at 1/2 of the shares. When
     * ben has 5 of 6 shares, it is 2/3 + (1 - 2/3) / 6 at 1/6.
     */
    @Test
    void valuesByHand() throws Exception {
        try (ApiRig rig = after(EnumSet.of(Cause.SHARES))) {
            JsonNode steps = rig.json("/v1/domains/" + DOMAIN + "/users/anna/since?since=" + THEN)
                    .at("/associations/0/steps");

            assertThat(steps.get(0).get("factor").doubleValue())
                    .isCloseTo(Math.pow(2, -(5 / 6.0) / (1 / 2.0)), within(1e-9));
            assertThat(steps.get(5).get("factor").doubleValue())
                    .isCloseTo(Math.pow(2, -(13 / 18.0) / (1 / 6.0)), within(1e-9));
        }
    }

    @Test
    void allAtOnceAddUpFromThenToNow() throws Exception {
        try (ApiRig rig = after(EnumSet.allOf(Cause.class))) {
            String domain = "/v1/domains/" + DOMAIN;
            JsonNode answer = rig.json(domain + "/users/anna/since?since=" + THEN);
            JsonNode steps = answer.at("/associations/0/steps");
            double then = factor(rig.json(domain + "/fairshare?user=anna&kind=users&at=" + THEN));
            double now = factor(rig.json(domain + "/fairshare?user=anna&kind=users"));

            double sum = then;
            List<Double> changes = new ArrayList<>();
            for (JsonNode step : steps) {
                sum += step.get("change").doubleValue();
                changes.add(step.get("change").doubleValue());
            }
            assertThat(steps.get(0).get("factor").doubleValue()).isEqualTo(then);
            assertThat(steps.get(5).get("factor").doubleValue()).isEqualTo(now);
            assertThat(sum).isCloseTo(now, within(1e-12));
            assertThat(changes.stream().filter(change -> Math.abs(change) > 1e-9))
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(answer.at("/firstJob/0/place").asInt()).isEqualTo(1);
        }
    }

    @Test
    void whatCannotBeToldIsAProblem() throws Exception {
        try (ApiRig rig = after(EnumSet.noneOf(Cause.class))) {
            String user = "/v1/domains/" + DOMAIN + "/users/";
            assertThat(rig.get(user + "anna/since").statusCode()).isEqualTo(400);
            assertThat(rig.get(user + "anna/since?since=" + (T0 - 24 * HOUR)).body())
                    .contains("are not known");
            assertThat(rig.get(user + "nobody/since?since=" + THEN).statusCode())
                    .isEqualTo(404);
        }
    }

    private static double factor(JsonNode list) {
        return list.at("/items/0/factor").doubleValue();
    }
}
