package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.RankForm;
import io.fairway.engine.PipelineDriver;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As {@link PastTest}, with 20,000 associations and 5,000 jobs; it prints what the questions cost. */
@Tag("slow")
class PastOfManyTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = T0 + 5 * DAY;

    private final TreeMap<Long, Consumer<PipelineDriver>> events = new TreeMap<>();

    private ApiRig told(long until) {
        PipelineDriver pipeline = PipelineDriver.replay();
        // Without the records of 20,000 factors, 12 times an hour, which nobody reads here.
        pipeline.policy(PipelineDriver.policyOf("main", 0, 6 * HOUR)
                .setRanks(RankForm.PACKED)
                .setEpsilon(1.0));
        for (int user = 0; user < 20_000; user++) {
            pipeline.share("a" + user % 200, "u" + user, 1 + user % 7);
        }
        pipeline.tick(T0);
        events.headMap(until, true).values().forEach(event -> event.accept(pipeline));
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, until);
    }

    @Test
    void itIsAsIfNothingHadHappenedSince() throws Exception {
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            String job = "j" + i;
            int user = random.nextInt(20_000);
            long submitted = T0 + HOUR + random.nextLong(4 * DAY);
            long started = submitted + random.nextLong(DAY);
            long ended = started + random.nextLong(DAY);
            events.put(submitted, pipeline -> pipeline.submit(job, "a" + user % 200, "u" + user, submitted));
            events.put(started, pipeline -> pipeline.start(job, started, 4));
            events.put(ended, pipeline -> pipeline.finish(job, ended, started));
        }
        long at = T0 + 3 * DAY + HOUR / 4;
        String domain = "/v1/domains/" + DOMAIN;
        List<String> questions = List.of("/fairshare?sort=first&limit=10000", "/jobs?limit=10000");
        try (ApiRig then = told(at);
                ApiRig now = told(NOW)) {
            for (String question : questions) {
                JsonNode past = timed(now, domain + question + "&at=" + at);
                assertThat(comparable(past)).isEqualTo(comparable(then.json(domain + question)));
            }
            timed(now, domain + "/usage?by=user&limit=10000&from=" + (T0 + DAY));
            timed(now, domain + "/fairness?limit=10000&from=" + (T0 + DAY));
            timed(now, domain + "/jobs?state=ended&sort=cost&from=" + T0);
            timed(now, domain + "/users/u7/since?since=" + at);
        }
    }

    private static JsonNode timed(ApiRig rig, String path) throws Exception {
        long begin = System.nanoTime();
        JsonNode answer = rig.json(path);
        System.out.println(path + ": " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        assertThat(answer.has("freshness")).as(answer.toString()).isTrue();
        return answer;
    }

    private static JsonNode comparable(JsonNode answer) {
        ObjectNode copy = answer.deepCopy();
        copy.remove(List.of("freshness", "at"));
        return copy;
    }
}
