package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.QueueOrder;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The slots that running jobs hold in a pool: the allocated ones, not the requested ones. */
class LsfOrdersTest {
    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "5, 6")
    void runningJobsHoldWhatTheyWereGiven() {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                    .setMeasure(Measure.newBuilder().setName("lsf").build())
                    .setAlgorithm(Algorithm.LSF_DYNAMIC)
                    .setLsf(LsfPolicy.newBuilder()
                            .setQueues(List.of(pooled("roma", 50), pooled("verona", 30), pooled("genova", 20)))
                            .setPoolSlots(Map.of("italia", 15L))
                            .build()));
            pipeline.job(job(pipeline, "1", JobEventType.STARTED, "roma").setAllocatedTres(Map.of("cpu", 4.0)));
            for (String queue : List.of("verona", "genova")) {
                pipeline.job(job(pipeline, queue, JobEventType.SUBMITTED, queue));
            }
            // 4 in use; of 15: 5 for verona, 3 for genova. The 3 slots left over go by share again: 1 and 1, and 1.
            assertThat(slots(pipeline)).isEqualTo(Map.of("roma", 4L, "verona", 7L, "genova", 4L));

            pipeline.job(pipeline.event("1", JobEventType.RESIZED, T0 + 1000)
                    .setRun(Instant.ofEpochMilli(T0))
                    .setAllocatedTres(Map.of("cpu", 7.0)));
            assertThat(slots(pipeline)).isEqualTo(Map.of("roma", 7L, "verona", 5L, "genova", 3L));
        }
    }

    private static JobEvent.Builder job(PipelineDriver pipeline, String job, JobEventType type, String queue) {
        return pipeline.event(job, type, T0)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setQueue(queue)
                        .setRequestedTres(Map.of("cpu", 100.0))
                        .build());
    }

    private static LsfQueue pooled(String name, long share) {
        return LsfQueue.newBuilder()
                .setName(name)
                .setPriority(share)
                .setHosts(List.of("n1"))
                .setSlotPool("italia")
                .setSlotShare(share)
                .build();
    }

    private static Map<String, Long> slots(PipelineDriver pipeline) {
        pipeline.tick(T0 + 1000);
        return pipeline.read(Topic.ORDERS, QueueOrder.class).stream()
                .filter(sent -> sent.key().equals("alps|lsf|italia"))
                .map(sent -> Objects.requireNonNull(sent.value()).getSlots())
                .reduce((first, last) -> last)
                .orElseThrow();
    }
}
