package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.priorityKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Topic;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Live, one priority record follows from all that is reported of a job within a turn: readers see no more than commits. */
class JobsInOneTurnTest {
    private final AtomicLong nanos = new AtomicLong();
    private long step;
    private PipelineDriver pipeline = PipelineDriver.live(() -> nanos.addAndGet(step));

    JobsInOneTurnTest() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void aJobThatDidNotWaitForATurnHasNoRecord() {
        pipeline.submit("waits", "physics", "anna", T0 - 2_000);
        pipeline.submit("starts", "physics", "anna", T0 - 2_000);
        pipeline.start("starts", T0 - 1_000, 1);
        assertThat(pipeline.priorities()).isEmpty();

        pipeline.advance(100);

        assertThat(pipeline.priorities()).extracting(Sent::key).containsExactly(priorityKey("waits"));
        pipeline.start("waits", T0 - 500, 1);
        pipeline.advance(100);
        assertThat(pipeline.priorities()).containsExactly(new Sent<>(priorityKey("waits"), null));
        pipeline.finish("waits", T0 - 200, T0 - 500);
        pipeline.advance(100);
        assertThat(pipeline.priorities()).isEmpty();
    }

    /** The events are committed, and the task stops before its turn. The next one looks at every job. */
    @Test
    void aRestartBeforeTheTurnSendsAndWithdrawsIt() {
        pipeline.submit("old", "physics", "anna", T0 - 2_000);
        pipeline.submit("older", "physics", "anna", T0 - 2_000);
        pipeline.advance(100);
        assertThat(pipeline.priorities())
                .extracting(Sent::key)
                .containsExactlyInAnyOrder(priorityKey("old"), priorityKey("older"));
        pipeline.start("old", T0 - 1_000, 1);
        pipeline.start("older", T0 - 1_000, 1);
        pipeline.finish("older", T0 - 900, T0 - 1_000);
        pipeline.submit("new", "physics", "anna", T0 - 1_000);
        assertThat(pipeline.priorities()).isEmpty();

        pipeline = pipeline.restarted();
        pipeline.share("physics", "anna", 1); // The rig takes a domain up with its first record.
        pipeline.advance(1_000);

        assertThat(pipeline.priorities())
                .filteredOn(record -> record.value() == null)
                .extracting(Sent::key)
                .containsExactlyInAnyOrder(priorityKey("old"), priorityKey("older"));
        pipeline.start("new", T0 - 500, 1);
        pipeline.advance(100);
        assertThat(pipeline.priorities()).as("it was sent").containsExactly(new Sent<>(priorityKey("new"), null));
    }

    /** After a long evaluation the task takes events for as long. Their jobs do not wait for the next one. */
    @Test
    void aJobDoesNotWaitWhileTheTaskRests() {
        pipeline.advance(2_000);
        step = 40_000_000;
        pipeline.advance(100);
        step = 0; // The clock of its work stands still now, so the rest is never over.
        pipeline.read(Topic.HEARTBEATS, Heartbeat.class);

        pipeline.submit("new", "physics", "anna", T0);
        pipeline.advance(5_000);

        assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class))
                .as("it rests")
                .isEmpty();
        assertThat(pipeline.priorities()).extracting(Sent::key).containsExactly(priorityKey("new"));
    }

    /** 8,192 jobs wait at most. Whoever reports more pays for them, as otherwise turns might never be done with them. */
    @Test
    void veryManyJobsDoNotWaitForTheTurn() {
        for (int job = 1; job <= 8_192; job++) {
            pipeline.submit("job" + job, "physics", "anna", T0 - 2_000);
        }
        assertThat(pipeline.priorities()).isEmpty();

        pipeline.submit("more", "physics", "anna", T0 - 2_000);

        assertThat(pipeline.priorities())
                .extracting(Sent::key)
                .hasSize(16)
                .contains(priorityKey("job1"), priorityKey("job16"));
    }
}
