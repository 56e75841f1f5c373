package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Several domains on one task whose time is over after the work of one. */
class TurnsTest {
    private static final List<String> DOMAINS = List.of(DOMAIN, "jura", "tatra");

    @Test
    void everyDomainHasItsTurn() {
        AtomicLong slow = new AtomicLong();
        try (PipelineDriver pipeline = PipelineDriver.live(() -> slow.addAndGet(40_000_000))) {
            for (String domain : DOMAINS) {
                Policy policy =
                        PipelineDriver.policyOf("main", 0, 0).setDomain(domain).build();
                pipeline.send(Topic.POLICIES, Keys.policy(domain, "main", 0), policy);
                pipeline.send(Topic.JOB_EVENTS, Keys.job(domain, "one", "1"), submitted(domain));
            }

            pipeline.advance(30_000);

            assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class))
                    .extracting(PipelineDriver.Sent::key)
                    .contains("alps|main", "jura|main", "tatra|main");
        }
    }

    private static JobEvent submitted(String domain) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster("one")
                .setJob("1")
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.ofEpochMilli(T0))
                .setAccount("physics")
                .setUser("anna")
                .build();
    }
}
