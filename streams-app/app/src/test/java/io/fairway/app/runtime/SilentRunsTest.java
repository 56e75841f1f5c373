package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Leases of a day and a horizon of a week; samples are kept from day 50 on. */
class SilentRunsTest {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final JobKey JOB = new JobKey("alps", "alps", "4711");
    private static final long KEPT = 50 * DAY;

    private final SilentRuns runs = new SilentRuns(Map.of("alps", 8 * DAY));

    private void take(JobKey job, JobEventType type, long day) {
        runs.take(job, JobFact.of(type, day * DAY, JobFact.NO_RUN), KEPT);
    }

    /** 80 days of one TRES are 6,912,000 TRES-seconds; a lease after its start it would have ended. */
    @Test
    void aRunOfEightyDaysIsNamed() {
        take(JOB, JobEventType.STARTED, 0);
        take(JOB, JobEventType.FINISHED, 80);
        runs.end();

        assertThat(runs.missing()).isEqualTo("1 run, such as alps/alps/4711, which began at 1970-01-01T00:00:00Z");
    }

    @Test
    void aRunThatGoesOnIsNamed() {
        take(JOB, JobEventType.STARTED, 10);
        runs.end();

        assertThat(runs.missing()).contains("alps/alps/4711");
    }

    @Test
    void aRunWhoseEventsComeInTimeNeedsNoSamples() {
        take(JOB, JobEventType.STARTED, 0);
        for (int day = 8; day < 80; day += 8) {
            take(JOB, JobEventType.SUSPENDED, day);
        }
        take(JOB, JobEventType.FINISHED, 80);
        runs.end();

        assertThat(runs.missing()).isNull();
    }

    @Test
    void aRunWithinReachOfTheSamplesThatAreKeptIsRight() {
        take(JOB, JobEventType.STARTED, 43);
        runs.end();

        assertThat(runs.missing()).isNull();
    }

    @Test
    void aShortRunIsRightHoweverOldItIs() {
        take(JOB, JobEventType.STARTED, 0);
        take(JOB, JobEventType.FINISHED, 7);
        take(JOB, JobEventType.SUBMITTED, 60);
        runs.end();

        assertThat(runs.missing()).isNull();
    }

    @Test
    void aDomainWithoutALeaseNeedsNoSamples() {
        take(new JobKey("jura", "jura", "1"), JobEventType.STARTED, 0);
        runs.end();

        assertThat(runs.missing()).isNull();
    }

    @Test
    void manyAreCountedAndThreeNamed() {
        for (int job = 0; job < 5; job++) {
            take(new JobKey("alps", "alps", Integer.toString(job)), JobEventType.STARTED, 1);
        }
        runs.end();

        assertThat(runs.missing()).startsWith("5 runs, such as alps/alps/").contains("1970-01-02T00:00:00Z");
        assertThat(Objects.requireNonNull(runs.missing()).split("began")).hasSize(4);
    }

    @Test
    void theShortestLeaseOfADomainDecides() {
        assertThat(LongRuns.reach(List.of(policy("alps", DAY), policy("alps", 3 * DAY), policy("jura", 0)), 7 * DAY))
                .isEqualTo(Map.of("alps", 8 * DAY));
    }

    private static Policy policy(String domain, long lease) {
        return Policy.newBuilder()
                .setDomain(domain)
                .setName("p" + lease)
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(
                        Measure.newBuilder().setName("m").setLeaseMillis(lease).build())
                .build();
    }
}
