package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.JobEventType;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A domain as it was at an earlier instant, against another that was told only what had happened by then. Five users submit, start, finish
 * and cancel 150 jobs within six days; shares change, a user comes and one goes, another half-life holds, and usage is corrected.
 */
class PastTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = T0 + 6 * DAY + 12_345;

    private final TreeMap<Long, List<Consumer<PipelineDriver>>> events = new TreeMap<>();

    private void at(long time, Consumer<PipelineDriver> event) {
        events.computeIfAbsent(time, instant -> new ArrayList<>()).add(event);
    }

    private void world(long seed) {
        Random random = new Random(seed);
        at(T0, pipeline -> {
            pipeline.policy(PipelineDriver.policyOf("main", 0, 6 * HOUR));
            pipeline.policy(PipelineDriver.policyOf("main", T0 + 3 * DAY, 48 * HOUR));
            for (int user = 0; user < 5; user++) {
                pipeline.share(user < 3 ? "physics" : "bio", "u" + user, 1 + user);
            }
        });
        at(T0 + 2 * DAY, pipeline -> pipeline.share("physics", "u1", 7));
        at(T0 + 2 * DAY + HOUR / 2, pipeline -> pipeline.share("bio", "u9", 3));
        at(T0 + 4 * DAY, pipeline -> pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, DOMAIN, "physics", "u2")));
        at(T0 + 5 * DAY, pipeline -> pipeline.share("physics", "u1", 2));
        at(T0 + 3 * DAY + HOUR, pipeline -> refund(pipeline, T0 + 3 * DAY + HOUR));
        for (int i = 0; i < 150; i++) {
            String job = "j" + i;
            int user = random.nextInt(5);
            String account = user < 3 ? "physics" : "bio";
            long submitted = T0 + 1 + random.nextLong(6 * DAY - 2);
            long started = submitted + random.nextLong(DAY);
            long ended = started + 1 + random.nextLong(DAY);
            double cpus = 1 + random.nextInt(16);
            at(submitted, pipeline -> pipeline.submit(job, account, "u" + user, submitted));
            if (random.nextInt(6) == 0) {
                at(started, pipeline -> pipeline.job(pipeline.event(job, JobEventType.CANCELLED, started)));
                continue;
            }
            at(started, pipeline -> pipeline.start(job, started, cpus));
            at(ended, pipeline -> pipeline.finish(job, ended, started));
        }
    }

    private static void refund(PipelineDriver pipeline, long at) {
        Adjustment refund = Adjustment.newBuilder()
                .setDomain(DOMAIN)
                .setTree(DOMAIN)
                .setAccount("physics")
                .setUser("u0")
                .setId("r")
                .setKind(AdjustmentKind.REFUND)
                .setAmount(5000)
                .setEffectiveAt(Instant.ofEpochMilli(at))
                .setActor("ops")
                .setReason("a node failed")
                .build();
        pipeline.send(Topic.ADJUSTMENTS, Keys.adjustment(DOMAIN, DOMAIN, "physics", "u0", "r"), refund);
    }

    private ApiRig told(long until) {
        PipelineDriver pipeline = PipelineDriver.replay();
        events.headMap(until, true).values().forEach(all -> all.forEach(event -> event.accept(pipeline)));
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, until);
    }

    @Test
    void itIsAsIfNothingHadHappenedSince() throws Exception {
        world(11);
        Random random = new Random(12);
        int waiting = 0;
        try (ApiRig now = told(NOW)) {
            for (int i = 0; i < 10; i++) {
                // In the first half of an hour: shares are those of its beginning, and the changes are not in one of
                // these hours.
                long at = T0 + HOUR + random.nextInt(6 * 24 - 2) * HOUR + random.nextLong(HOUR / 2) + (i % 2) * 500L;
                try (ApiRig then = told(at)) {
                    for (String question :
                            List.of("/fairshare?policy=main", "/jobs?limit=1000", "/jobs?state=running")) {
                        String path = "/v1/domains/" + DOMAIN + question;
                        JsonNode past = now.json(path + "&at=" + at);
                        assertThat(past.path("at").asText()).as(past.toString()).isEqualTo(json(at));
                        JsonNode expected = then.json(path);
                        assertThat(comparable(past))
                                .as(question + " at " + json(at))
                                .isEqualTo(comparable(expected));
                        waiting += question.equals("/jobs?limit=1000")
                                ? expected.get("items").size()
                                : 0;
                    }
                }
            }
        }
        assertThat(waiting).as("jobs that waited").isGreaterThan(100);
    }

    private static String json(long at) {
        return Instant.ofEpochMilli(at).toString().replaceFirst("(:\\d\\d)Z$", "$1.000Z");
    }

    private static JsonNode comparable(JsonNode answer) {
        ObjectNode copy = answer.deepCopy();
        copy.remove(List.of("freshness", "at"));
        return copy;
    }

    @Test
    void whatIsNotKnownIsSaid() throws Exception {
        world(11);
        try (ApiRig now = told(NOW)) {
            String fairshare = "/v1/domains/" + DOMAIN + "/fairshare?at=";
            assertThat(now.get(fairshare + (NOW + 1)).body()).contains("later than now");
            // The clock of the domain begins with its first event.
            assertThat(now.get(fairshare + (T0 - DAY)).body()).contains("shares before 2023-11-1", "are not known");
            assertThat(now.get("/v1/domains/" + DOMAIN + "/jobs?state=ended&at=" + T0)
                            .body())
                    .contains("at: does not apply to state=ended");
        }
    }
}
