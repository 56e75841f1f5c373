package io.fairway.trial.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobStreamTest {
    private static final long NOW = 1_795_000_000_000L;

    private static LoadPlan plan(int associations, int accounts) {
        return new LoadPlan(associations, accounts, 1, 1, 10, Duration.ofSeconds(1), 1);
    }

    @Test
    void everyJobWaitsRunsAndEndsInThisOrder() {
        long[] clock = {NOW};
        JobStream stream = new JobStream(plan(20, 3), () -> clock[0]);
        Map<String, List<JobEvent>> jobs = new HashMap<>();
        int waiting = 0;
        int running = 0;
        for (int i = 0; i < 20_000; i++) {
            clock[0]++;
            JobEvent event = stream.next();
            jobs.computeIfAbsent(event.getJob(), job -> new ArrayList<>()).add(event);
            waiting += event.getType() == JobEventType.SUBMITTED ? 1 : event.getType() == JobEventType.STARTED ? -1 : 0;
            running += event.getType() == JobEventType.STARTED ? 1 : event.getType() == JobEventType.FINISHED ? -1 : 0;
        }

        assertThat(waiting).isBetween(499, 500);
        assertThat(running).isBetween(999, 1_000);
        assertThat(jobs.values()).allSatisfy(events -> {
            assertThat(events.stream().map(JobEvent::getType).toList())
                    .isEqualTo(List.of(JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.FINISHED)
                            .subList(0, events.size()));
            if (events.size() == 3) {
                assertThat(events.get(2).getRun()).isEqualTo(events.get(1).getTime());
            }
            assertThat(events.stream().map(JobEvent::getUser).distinct()).hasSize(1);
        });
    }

    @Test
    void theUsageToBeginWithIsFromBefore() {
        JobStream stream = new JobStream(plan(250, 7), () -> NOW);
        for (int association = 0; association < 250; association++) {
            JobEvent start = stream.earlierStart(association, NOW);
            JobEvent finish = stream.earlierFinish(association, NOW);
            assertThat(finish.getJob()).isEqualTo(start.getJob());
            assertThat(finish.getRun()).isEqualTo(start.getTime());
            assertThat(finish.getTime())
                    .isEqualTo(start.getTime().plus(Duration.ofHours(1)))
                    .isBefore(Instant.ofEpochMilli(NOW));
        }
    }

    /** 9,000 events in 3 s with 1.5 s of processor time, 600 of them waiting on average. */
    @Test
    void aStretchIsTakenApart() {
        Stretch stretch = new Stretch(9_000, 3, 1.5, 600);

        assertThat(stretch.rate()).isEqualTo(3_000);
        assertThat(stretch.microsPerEvent()).isEqualTo(1.5e6 / 9_000);
        assertThat(stretch.millisInside()).isEqualTo(200);
        assertThat(LoadResult.median(
                        List.of(stretch, new Stretch(1, 1, 1, 1), new Stretch(8_000, 2, 1, 0)), Stretch::rate))
                .isEqualTo(3_000);
    }

    @Test
    void aPlanThatCannotBeIsRefused() {
        assertThatThrownBy(() -> plan(10, 11))
                .hasMessage("--accounts 11.0: must be from 1 to 10")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LoadPlan(1, 1, Double.NaN, 0, 1, Duration.ofSeconds(1), 1))
                .hasMessageContaining("--key-rate NaN");
    }
}
