package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.priorityKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.PipelineDriver.Sent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results of events that were appended more than 5 s ago go out every half a second, and those of others in the next turn. */
class BacklogTurnsTest {
    private final PipelineDriver pipeline = PipelineDriver.live();

    BacklogTurnsTest() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.advance(1_000);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void aBacklogHasATurnEveryHalfASecond() {
        pipeline.appendedAt(T0 - 60_000);
        for (int turn = 1; turn < 5; turn++) {
            pipeline.submit("job" + turn, "physics", "anna", T0 - 61_000);
            pipeline.start("job" + turn, T0 - 60_500, 1);
            pipeline.submit("waits" + turn, "physics", "anna", T0 - 61_000);
            pipeline.advance(100);
        }
        assertThat(pipeline.priorities()).isEmpty();
        pipeline.submit("waits5", "physics", "anna", T0 - 61_000);
        pipeline.advance(100);
        assertThat(pipeline.priorities())
                .extracting(Sent::key)
                .containsExactlyInAnyOrder(
                        priorityKey("waits1"),
                        priorityKey("waits2"),
                        priorityKey("waits3"),
                        priorityKey("waits4"),
                        priorityKey("waits5"));
    }

    @Test
    void itsLastEventsWaitForNoMore() {
        pipeline.appendedAt(T0 - 60_000);
        pipeline.submit("last", "physics", "anna", T0 - 61_000);
        pipeline.advance(100);
        assertThat(pipeline.priorities()).isEmpty();
        pipeline.advance(100);
        assertThat(pipeline.priorities()).extracting(Sent::key).containsExactly(priorityKey("last"));
    }

    @Test
    void aTableThatIsChangedMakesNoBacklog() {
        pipeline.submit("waits", "physics", "anna", T0);
        pipeline.share("physics", "berta", 1);
        pipeline.advance(100);
        assertThat(pipeline.priorities()).extracting(Sent::key).containsExactly(priorityKey("waits"));
    }
}
