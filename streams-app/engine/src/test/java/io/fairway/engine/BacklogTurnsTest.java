package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.PriorityRecord;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.List;
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

    private List<Sent<PriorityRecord>> sent() {
        return pipeline.read(Topic.PRIORITIES, PriorityRecord.class);
    }

    private static String key(String job) {
        return Keys.priority(DOMAIN, "main", DOMAIN, job, "");
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
        assertThat(sent()).isEmpty();
        pipeline.submit("waits5", "physics", "anna", T0 - 61_000);
        pipeline.advance(100);
        assertThat(sent())
                .extracting(Sent::key)
                .containsExactlyInAnyOrder(key("waits1"), key("waits2"), key("waits3"), key("waits4"), key("waits5"));
    }

    @Test
    void itsLastEventsWaitForNoMore() {
        pipeline.appendedAt(T0 - 60_000);
        pipeline.submit("last", "physics", "anna", T0 - 61_000);
        pipeline.advance(100);
        assertThat(sent()).isEmpty();
        pipeline.advance(100);
        assertThat(sent()).extracting(Sent::key).containsExactly(key("last"));
    }

    @Test
    void aTableThatIsChangedMakesNoBacklog() {
        pipeline.submit("waits", "physics", "anna", T0);
        pipeline.share("physics", "berta", 1);
        pipeline.advance(100);
        assertThat(sent()).extracting(Sent::key).containsExactly(key("waits"));
    }
}
