package io.fairway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.bench.bed.JobRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final long NOW = 1_795_000_000_000L;

    private static LoadPlan plan(int associations, int accounts) {
        return new LoadPlan(associations, accounts, 1, 1, 10, Duration.ofSeconds(1), 1);
    }

    @Test
    void theUsageToBeginWithIsFromBefore() {
        List<JobEvent> sent = new ArrayList<>();
        JobRecords records = new JobRecords(
                (topic, domain, key, record) -> sent.add((JobEvent) record),
                plan(250, 7).tree(),
                "e");
        for (int association = 0; association < 250; association++) {
            sent.clear();

            Load.earlierJob(Runnable::run, records, association, NOW);

            assertThat(sent).hasSize(2);
            JobEvent start = sent.get(0);
            JobEvent finish = sent.get(1);
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
