package io.fairway.simulator.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptedJobTest {
    private static JobEvent.Builder event(JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain("d")
                .setCluster("d")
                .setJob("1")
                .setType(type)
                .setTime(Instant.ofEpochMilli(time));
    }

    private static JobEvent started(long time, double cpus) {
        return event(JobEventType.STARTED, time)
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", cpus))
                .build();
    }

    private static JobEvent ofRun(JobEventType type, long time, long run) {
        return event(type, time).setRun(Instant.ofEpochMilli(run)).build();
    }

    private static AcceptedJob.Allocation allocation(double cpus, long from, long to) {
        return new AcceptedJob.Allocation("physics", "anna", cpus, from, to);
    }

    @Test
    void holdsFromItsStartOverAResizeToItsEnd() {
        AcceptedJob job = new AcceptedJob("1", 1_000_000, 0, List.of());
        job.add(ofRun(JobEventType.FINISHED, 70_000, 10_000));
        job.add(event(JobEventType.RESIZED, 30_000)
                .setRun(Instant.ofEpochMilli(10_000))
                .setAllocatedTres(Map.of("cpu", 8.0))
                .build());
        job.add(started(10_000, 4));

        assertThat(job.allocations()).containsExactly(allocation(4, 10_000, 30_000), allocation(8, 30_000, 70_000));
        assertThat(job.isPending()).isFalse();
    }

    @Test
    void whatIsReportedLaterIsNotThereYet() {
        AcceptedJob job = new AcceptedJob("1", 50_000, 0, List.of());
        job.add(started(10_000, 4));
        job.add(ofRun(JobEventType.FINISHED, 70_000, 10_000));

        assertThat(job.allocations()).containsExactly(allocation(4, 10_000, 50_000));
    }

    /** A lease of 40 s has a grid of 10 s: seen at 23 s, it ends at 30 s + 40 s. */
    @Test
    void aRunWithoutAnEndEndsWithItsLease() {
        AcceptedJob job = new AcceptedJob("1", 1_000_000, 40_000, List.of());
        job.add(started(10_000, 4));
        job.add(ResourceSample.newBuilder()
                .setDomain("d")
                .setCluster("d")
                .setJob("1")
                .setRun(Instant.ofEpochMilli(10_000))
                .setTime(Instant.ofEpochMilli(23_000))
                .setSequence(1)
                .build());

        assertThat(job.allocations()).containsExactly(allocation(4, 10_000, 70_000));
    }

    @Test
    void aJobThatIsRequeuedWaitsAgain() {
        AcceptedJob job = new AcceptedJob("1", 100_000, 0, List.of());
        job.add(started(10_000, 4));
        job.add(ofRun(JobEventType.REQUEUED, 20_000, 10_000));
        assertThat(job.isPending()).isTrue();

        job.add(started(50_000, 2));

        assertThat(job.isPending()).isFalse();
        assertThat(job.allocations()).containsExactly(allocation(4, 10_000, 20_000), allocation(2, 50_000, 100_000));
    }

    @Test
    void ofTwoEndsTheCorrectionCounts() {
        AcceptedJob job = new AcceptedJob("1", 100_000, 0, List.of());
        job.add(started(10_000, 4));
        job.add(event(JobEventType.FINISHED, 20_000)
                .setRun(Instant.ofEpochMilli(10_000))
                .setRevision(1)
                .build());
        job.add(ofRun(JobEventType.FINISHED, 30_000, 10_000));

        assertThat(job.allocations()).containsExactly(allocation(4, 10_000, 20_000));
    }
}
