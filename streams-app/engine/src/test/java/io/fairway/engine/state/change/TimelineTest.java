package io.fairway.engine.state.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final Timeline.Due LEASE = new Timeline.Due.Job(new JobKey("d", "c", "1"));
    private static final Timeline.Due PRICE = new Timeline.Due.Priority(new JobKey("d", "c", "1"));
    private static final Timeline.Due OTHER = new Timeline.Due.Job(new JobKey("d", "c", "2"));

    private final Timeline timeline = new Timeline();

    private List<Timeline.Entry> takeUntil(long instant) {
        List<Timeline.Entry> taken = new ArrayList<>();
        while (timeline.isDue(instant)) {
            taken.add(timeline.take());
        }
        return taken;
    }

    @Test
    void handsOutWhatIsDueInOrderOfTime() {
        timeline.schedule(30, LEASE);
        timeline.schedule(10, OTHER);
        timeline.schedule(20, PRICE);

        assertThat(takeUntil(20)).containsExactly(new Timeline.Entry(10, OTHER), new Timeline.Entry(20, PRICE));
        assertThat(timeline.isDue(29)).isFalse();
        assertThat(takeUntil(30)).containsExactly(new Timeline.Entry(30, LEASE));
    }

    @Test
    void aLaterInstantReplacesTheLastOne() {
        timeline.schedule(10, LEASE);
        timeline.schedule(50, LEASE);

        assertThat(timeline.isDue(49)).isFalse();
        assertThat(takeUntil(50)).containsExactly(new Timeline.Entry(50, LEASE));
    }

    @Test
    void anEarlierInstantReplacesTheLastOne() {
        timeline.schedule(50, LEASE);
        timeline.schedule(10, LEASE);

        assertThat(takeUntil(100)).containsExactly(new Timeline.Entry(10, LEASE));
    }

    @Test
    void atOneInstantResetsComeBeforePoliciesBeforeFactsBeforeLeases() {
        timeline.schedule(10, PRICE);
        timeline.schedule(10, LEASE);
        timeline.schedule(10, new Timeline.Due.Deferred("k"));
        timeline.schedule(10, new Timeline.Due.PolicyChange());
        timeline.schedule(10, new Timeline.Due.Reset("m"));

        assertThat(takeUntil(10))
                .extracting(entry -> entry.due().getClass().getSimpleName())
                .containsExactly("Reset", "PolicyChange", "Deferred", "Job", "Priority");
    }

    @Test
    void whatIsCancelledIsNeverDue() {
        timeline.schedule(10, LEASE);
        timeline.schedule(10, OTHER);
        timeline.cancel(LEASE);
        timeline.cancel(PRICE);

        assertThat(takeUntil(Long.MAX_VALUE)).containsExactly(new Timeline.Entry(10, OTHER));
    }

    /** Repeated looks at one job must not fill the memory. */
    @Test
    void holdsOneEntryForEachThing() {
        for (long at = 0; at < 100_000; at++) {
            timeline.schedule(1_000_000 + at, LEASE);
            timeline.schedule(2_000_000 + at, PRICE);
        }

        assertThat(timeline.size()).isEqualTo(2);
    }
}
