package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Usage of the 20 minutes from T0 + 20 min, 1,200 seconds, by queue and by cluster of the jobs. */
class JobUsageTest {
    private static final long MINUTE = 60_000;
    private static final String PERIOD =
            "&from=" + Instant.ofEpochMilli(T0 + 20 * MINUTE) + "&to=" + Instant.ofEpochMilli(T0 + 40 * MINUTE);

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), T0 + ApiRig.HOUR);

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 600_000));
        pipeline.share("physics", "anna", 1);
        pipeline.share("bio", "ben", 1);
        run(pipeline, "1", DOMAIN, "physics", "anna", "long", 4, 10, 50);
        run(pipeline, "2", DOMAIN, "bio", "ben", "short", 2, 0, 0);
        run(pipeline, "3", DOMAIN, "physics", "anna", "long", 64, 0, 20);
        run(pipeline, "4", "eiger", "physics", "anna", "short", 8, 30, 35);
        pipeline.tick(T0 + 60 * MINUTE);
        return pipeline;
    }

    /** @param until minutes; 0 = it runs on */
    private static void run(
            PipelineDriver pipeline,
            String job,
            String cluster,
            String account,
            String user,
            String queue,
            double cpus,
            int from,
            int until) {
        Instant start = Instant.ofEpochMilli(T0 + from * MINUTE);
        JobEvent.Builder event = pipeline.event(job, JobEventType.STARTED, start.toEpochMilli())
                .setCluster(cluster)
                .setTree(DOMAIN)
                .setAccount(account)
                .setUser(user);
        String key = Keys.job(DOMAIN, cluster, job);
        pipeline.send(
                Topic.JOB_EVENTS,
                key,
                JobEvent.newBuilder(event)
                        .setAllocatedTres(Map.of("cpu", cpus))
                        .setAttributes(
                                JobAttributes.newBuilder().setQueue(queue).build())
                        .build());
        if (until > 0) {
            pipeline.send(
                    Topic.JOB_EVENTS,
                    key,
                    JobEvent.newBuilder(event)
                            .setType(JobEventType.FINISHED)
                            .setTime(Instant.ofEpochMilli(T0 + until * MINUTE))
                            .setRun(start)
                            .build());
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            by=queue                | 'long 4800.0 1, short 4800.0 2' | 9600
            by=cluster              | 'alps 7200.0 2, eiger 2400.0 1' | 9600
            by=queue&user=anna      | 'long 4800.0 1, short 2400.0 1' | 7200
            by=queue&account=bio    | 'short 2400.0 1'                | 2400
            """)
    void countsWhatJobsUsedInThePeriod(String question, String rows, double total) throws Exception {
        JsonNode answer = json("/usage?" + question + PERIOD);

        Map<String, String> found = new TreeMap<>();
        for (JsonNode item : answer.get("items")) {
            String name = item.path("queue").asText() + item.path("cluster").asText();
            found.put(
                    name, item.get("value").asDouble() + " " + item.get("jobs").asLong());
        }
        assertThat(String.join(
                        ", ",
                        found.entrySet().stream()
                                .map(row -> row.getKey() + " " + row.getValue())
                                .toList()))
                .isEqualTo(rows);
        assertThat(answer.get("total").asDouble()).isEqualTo(total);
        assertThat(answer.get("approximate").asBoolean()).isFalse();
    }

    @Test
    void needsAPeriod() throws Exception {
        assertThat(json("/usage?by=queue").get("detail").asText()).contains("give period, or from and to");
    }

    private JsonNode json(String path) throws Exception {
        return new ObjectMapper()
                .readTree(rig.get("/v1/domains/" + DOMAIN + path).body());
    }
}
