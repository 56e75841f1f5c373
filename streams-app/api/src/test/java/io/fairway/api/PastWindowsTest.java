package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Moab's fairshare windows of an earlier instant, by user, account, group, QOS and class, against a Fairway that was told only what had
 * happened by then. Eight windows of three hours; 150 jobs within six days.
 */
class PastWindowsTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = T0 + 6 * DAY + 12_345;

    private final TreeMap<Long, List<Consumer<PipelineDriver>>> events = new TreeMap<>();
    private final Map<String, Long> ends = new HashMap<>();

    private void at(long time, Consumer<PipelineDriver> event) {
        events.computeIfAbsent(time, instant -> new ArrayList<>()).add(event);
    }

    private static Policy.Builder moab() {
        return PipelineDriver.policyOf("moab", 0, HOUR)
                .setMeasure(Measure.newBuilder().setName("procs").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(64)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.ofEntries(
                                Map.entry("FSPOLICY", "DEDICATEDPS"),
                                Map.entry("FSINTERVAL", "10800"),
                                Map.entry("FSDEPTH", "8"),
                                Map.entry("FSDECAY", "0.8"),
                                Map.entry("FSWEIGHT", "1"),
                                Map.entry("FSUSERWEIGHT", "100"),
                                Map.entry("FSACCOUNTWEIGHT", "1000"),
                                Map.entry("FSGROUPWEIGHT", "10"),
                                Map.entry("FSQOSWEIGHT", "10"),
                                Map.entry("FSCLASSWEIGHT", "10"),
                                Map.entry("QUEUETIMEWEIGHT", "1"),
                                Map.entry("USERCFG[DEFAULT]", "FSTARGET=10.00"),
                                Map.entry("ACCOUNTCFG[physics]", "FSTARGET=50.00"),
                                Map.entry("GROUPCFG[g1]", "FSTARGET=30.00"),
                                Map.entry("QOSCFG[high]", "FSTARGET=20.00"),
                                Map.entry("CLASSCFG[long]", "FSTARGET=40.00")))
                        .build());
    }

    private void world(long seed) {
        Random random = new Random(seed);
        at(T0, pipeline -> {
            pipeline.policy(moab());
            for (int user = 0; user < 5; user++) {
                pipeline.share(user < 3 ? "physics" : "bio", "u" + user, 1 + user);
            }
        });
        for (int i = 0; i < 150; i++) {
            String job = "j" + i;
            int user = random.nextInt(5);
            long submitted = T0 + 1 + random.nextLong(6 * DAY - 2);
            long started = submitted + random.nextLong(DAY);
            long ended = started + 1 + random.nextLong(DAY);
            double cpus = 1 + random.nextInt(16);
            JobAttributes asked = JobAttributes.newBuilder()
                    .setQos(random.nextBoolean() ? "high" : "low")
                    .setQueue(random.nextBoolean() ? "long" : "short")
                    .setGroup("g" + random.nextInt(2))
                    .setRequestedTres(Map.of("cpu", cpus))
                    .build();
            at(
                    submitted,
                    pipeline -> pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, submitted)
                            .setAccount(user < 3 ? "physics" : "bio")
                            .setUser("u" + user)
                            .setAttributes(asked)));
            at(started, pipeline -> pipeline.start(job, started, cpus));
            at(ended, pipeline -> pipeline.finish(job, ended, started));
            ends.put(job, ended);
        }
    }

    private ApiRig told(PipelineDriver pipeline, long until) {
        events.headMap(until, true).values().forEach(all -> all.forEach(event -> event.accept(pipeline)));
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, until);
    }

    /**
     * The last four days are asked for.
     *
     * @param horizon in days: the ledger forgot the jobs that had ended before two of them; 0 = none
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 2.5})
    void theyAreAsIfNothingHadHappenedSince(double horizon) throws Exception {
        world(21);
        Random random = new Random(22);
        PipelineDriver pipeline = PipelineDriver.replay();
        int waiting = 0;
        try (ApiRig now = told(pipeline, NOW)) {
            forget(pipeline, (long) (horizon * DAY));
            for (int i = 0; i < 8; i++) {
                long at = NOW - random.nextLong(1, 96) * HOUR - random.nextLong(HOUR);
                try (ApiRig then = told(PipelineDriver.replay(), at)) {
                    for (String question : List.of("/fairshare?policy=moab", "/jobs?limit=1000")) {
                        String path = "/v1/domains/" + DOMAIN + question;
                        JsonNode expected = then.json(path);
                        assertThat(comparable(now.json(path + "&at=" + at)))
                                .as(question + " at " + at)
                                .isEqualTo(comparable(expected));
                        waiting += question.startsWith("/jobs")
                                ? expected.get("items").size()
                                : 0;
                    }
                }
            }
            if (horizon > 0) {
                // Jobs are kept since 15 November, 23:00:12. The first whole window begins an hour later, and seven
                // more after it.
                assertThat(now.get("/v1/domains/" + DOMAIN + "/fairshare?at=" + (NOW - 4 * DAY - 3 * HOUR))
                                .body())
                        .contains("fairshare windows of measure procs are known since 2023-11-16T21:00:00Z");
            }
        }
        assertThat(waiting).as("jobs that waited").isGreaterThan(50);
    }

    @SuppressWarnings("unchecked")
    private void forget(PipelineDriver pipeline, long horizon) {
        if (horizon > 0) {
            ((KeyValueStore<String, byte[]>) pipeline.stores().get(Stores.BASIS))
                    .put(
                            Keys.setting("ledger.horizon.ms"),
                            Long.toString(horizon).getBytes(StandardCharsets.UTF_8));
            KeyValueStore<String, byte[]> settled =
                    (KeyValueStore<String, byte[]>) pipeline.stores().get(Stores.SETTLED_JOBS);
            ends.forEach((job, end) -> {
                if (end < NOW - 2 * horizon) {
                    settled.delete(Keys.job(DOMAIN, DOMAIN, job));
                }
            });
        }
    }

    private static JsonNode comparable(JsonNode answer) {
        ObjectNode copy = answer.deepCopy();
        copy.remove(List.of("freshness", "at"));
        assertThat(copy.has("items")).as(answer.toString()).isTrue();
        return copy;
    }
}
