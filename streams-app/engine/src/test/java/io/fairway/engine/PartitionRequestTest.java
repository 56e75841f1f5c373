package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A job for several partitions has a record for each, even if one of them has the name of a resize request. */
class PartitionRequestTest {
    @Test
    void aPartitionCalledResizeIsNoResizeRequest() {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(3_600_000);
            pipeline.share("physics", "anna", 1);
            pipeline.job(pipeline.event("1", JobEventType.SUBMITTED, T0)
                    .setAccount("physics")
                    .setUser("anna")
                    .setAttributes(JobAttributes.newBuilder()
                            .setPartitions(List.of("day", "resize"))
                            .setRequestedTres(Map.of("cpu", 1.0))
                            .build()));
            pipeline.tick(T0);

            assertThat(pipeline.read(Topic.PRIORITIES, PriorityRecord.class))
                    .extracting(PipelineDriver.Sent::key)
                    .containsExactlyInAnyOrder("alps|main|alps|1|day", "alps|main|alps|1|*resize");
        }
    }
}
