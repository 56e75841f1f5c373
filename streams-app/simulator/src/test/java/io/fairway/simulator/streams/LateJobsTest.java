package io.fairway.simulator.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.stored.StateCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateJobsTest {
    private static final JobFact SUBMITTED = JobFact.of(JobEventType.SUBMITTED, 1_000, JobFact.NO_RUN);
    private static final JobFact HELD = JobFact.of(JobEventType.HELD, 2_000, JobFact.NO_RUN);
    private static final byte[] EARLIER = state(3_000, SUBMITTED);
    private static final byte[] LATER = state(4_000, SUBMITTED);

    private final LateJobs jobs = new LateJobs();

    private static byte[] state(long asOf, JobFact... facts) {
        return StateCodec.encode(new JobState(List.of(facts), asOf));
    }

    @Test
    void aLateJobMayDifferInItsInstant() {
        assertThat(jobs.changed("1", EARLIER, LATER)).isTrue();

        assertThat(jobs.isSame("1", EARLIER, LATER)).isTrue();
    }

    @Test
    void anotherJobMayNot() {
        jobs.changed("1", EARLIER, LATER);

        assertThat(jobs.isSame("2", EARLIER, LATER)).isFalse();
    }

    @Test
    void aLateJobMayNotDifferOnceItChangedAgain() {
        jobs.changed("1", EARLIER, LATER);

        assertThat(jobs.isSame("1", EARLIER, state(5_000, SUBMITTED))).isFalse();
        assertThat(jobs.isSame("1", state(3_500, SUBMITTED), LATER)).isFalse();
    }

    @Test
    void aLateJobMayNotDifferInItsFacts() {
        byte[] more = state(4_000, SUBMITTED, HELD);

        assertThat(jobs.changed("1", EARLIER, more)).isFalse();

        jobs.changed("1", EARLIER, LATER);
        assertThat(jobs.isSame("1", EARLIER, more)).isFalse();
    }

    @Test
    void aLateJobMayNotBeMissing() {
        assertThat(jobs.changed("1", EARLIER, null)).isFalse();
        assertThat(jobs.changed("1", null, LATER)).isFalse();
    }
}
