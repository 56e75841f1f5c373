package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEventType;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that are read again because the offsets of the group were lost. */
class RereadTest {
    private static final long HORIZON = 604_800_000;

    private static final long HOUR = 3_600_000;

    private PipelineDriver pipeline = PipelineDriver.live();

    @AfterEach
    void close() {
        pipeline.close();
    }

    /** The sweep has forgotten the job, so the ledger alone would charge it again. */
    @Test
    void areNotChargedAgainAfterTheSweep() {
        history();
        sweep();
        assertThat(pipeline.stores().get(Stores.SETTLED_JOBS).get(Keys.job(DOMAIN, DOMAIN, "1")))
                .isNull();
        byte[] line = line();

        pipeline = pipeline.restartedWithoutOffsets();
        pipeline.appendedAt(T0);
        history();
        pipeline.appendedAt(null);
        pipeline.share("other", "zoe", 1); // a new record wakes the domain
        pipeline.advance(2_000);

        assertThat(line()).isEqualTo(line);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
        assertThat(pipeline.count("reread")).isEqualTo(5);
    }

    /** Topics that were made again begin at offset 0, too, and what is in them is new. */
    @Test
    void areTakenWhereTheTopicsAreNew() {
        history();
        sweep();
        byte[] line = line();

        pipeline = pipeline.restarted();
        pipeline.start("2", "physics", "anna", T0 + 2 * HORIZON, 20);
        pipeline.advance(2_000);

        assertThat(line()).isNotEqualTo(line);
        assertThat(pipeline.count("reread")).isZero();
    }

    /** A relayed record is a new record of its topic. If it were relayed again, its fact would be charged again. */
    @Test
    void areNotRelayedAgain() {
        relayed();
        assertThat(pipeline.drain(Topic.JOB_EVENTS)).hasSize(1);

        pipeline = pipeline.restartedWithoutOffsets();
        pipeline.appendedAt(T0);
        relayed();

        assertThat(pipeline.drain(Topic.JOB_EVENTS)).isEmpty();
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    private void relayed() {
        RecordHeaders headers = new RecordHeaders();
        headers.add(DeadLetterHeaders.TOPIC, "fairway.job-events".getBytes(StandardCharsets.UTF_8));
        headers.add(DeadLetterHeaders.KEY, Keys.job(DOMAIN, DOMAIN, "1").getBytes(StandardCharsets.UTF_8));
        pipeline.pipe(
                Topic.MISROUTED,
                null,
                pipeline.encoded(pipeline.event("1", JobEventType.SUBMITTED, T0).build()),
                headers);
    }

    private void sweep() {
        pipeline.jump(T0 + 2 * HORIZON + HOUR);
        pipeline.submit("later", "physics", "anna", T0 + 2 * HORIZON + HOUR);
        pipeline.advance(1_000);
    }

    private byte[] line() {
        return Objects.requireNonNull(
                pipeline.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", "anna")));
    }

    private void history() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 20);
        pipeline.finish("1", T0, T0 - HOUR);
    }
}
