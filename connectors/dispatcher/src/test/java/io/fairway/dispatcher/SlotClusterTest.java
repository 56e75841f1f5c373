package io.fairway.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlotClusterTest {
    private final List<String> starts = new ArrayList<>();
    private final SlotCluster cluster =
            new SlotCluster(8, (job, now) -> starts.add(job.key().job() + " at " + now));

    @Test
    void aStartHoldsItsProcessorsUntilTheJobEnds() {
        assertThat(cluster.fits(job("1", 6))).isTrue();
        assertThat(cluster.start(job("1", 6), 1_000)).isTrue();

        assertThat(starts).containsExactly("1 at 1000");
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);
        assertThat(cluster.fits(job("2", 2))).isTrue();
        assertThat(cluster.fits(job("2", 3))).isFalse();

        // Its own start comes back, and charges nothing twice.
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, null, 6.0));
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);

        cluster.observe(told(JobEventType.FINISHED, "1", 2_000, 1_000L, null));
        assertThat(cluster.free("alps", "alps")).isEqualTo(8);
    }

    @Test
    void everyClusterHasItsOwnProcessors() {
        cluster.start(job("1", 8), 0);

        assertThat(cluster.free("alps", "eiger")).isEqualTo(8);
    }

    @Test
    void aJobThatRunsIsRefused() {
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));

        assertThat(cluster.start(job("1", 4), 2_000)).isFalse();
        assertThat(starts).isEmpty();
    }

    @Test
    void aJobThatCanNeverFitIsOfferedAndRefused() {
        assertThat(cluster.fits(job("1", 9))).isTrue();
        assertThat(cluster.start(job("1", 9), 0)).isFalse();
        assertThat(cluster.free("alps", "alps")).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobEventType.class,
            names = {"FINISHED", "CANCELLED", "REQUEUED", "RERUN", "MIGRATED", "FORWARDED"})
    void everyEndOfARunFreesItsProcessors(JobEventType end) {
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));

        cluster.observe(told(end, "1", 2_000, null, null));

        assertThat(cluster.free("alps", "alps")).isEqualTo(8);
    }

    @Test
    void aSuspendedRunKeepsItsProcessorsAndAResizedOneHasOthers() {
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));
        cluster.observe(told(JobEventType.SUSPENDED, "1", 2_000, 1_000L, null));
        assertThat(cluster.free("alps", "alps")).isEqualTo(4);

        cluster.observe(told(JobEventType.RESIZED, "1", 3_000, 1_000L, 6.0));
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);
    }

    @Test
    void aStartToldAfterItsEndHoldsNothing() {
        cluster.observe(told(JobEventType.FINISHED, "1", 2_000, 1_000L, null));
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));

        assertThat(cluster.free("alps", "alps")).isEqualTo(8);
    }

    @Test
    void theEndOfAnEarlierRunEndsNoLaterOne() {
        cluster.observe(told(JobEventType.STARTED, "1", 5_000, 5_000L, 4.0));
        cluster.observe(told(JobEventType.REQUEUED, "1", 4_000, 1_000L, null));

        assertThat(cluster.free("alps", "alps")).isEqualTo(4);
    }

    @Test
    void theEventOfAStartNamesTheRunAndWhoIsCharged() {
        JobEvent event = SlotCluster.startedEvent(job("1", 4), 1_000, "me");

        assertThat(event.getType()).isEqualTo(JobEventType.STARTED);
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(event.getRun()).isEqualTo(event.getTime());
        assertThat(event.getAccount()).isEqualTo("cms");
        assertThat(event.getUser()).isEqualTo("anna");
        assertThat(event.getTree()).isEqualTo("alps");
        assertThat(event.getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0));
        assertThat(event.getSource()).isEqualTo("me");
    }

    @Test
    void aClusterHasProcessors() {
        assertThatThrownBy(() -> new SlotCluster(0, (job, now) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processors 0.0");
    }

    private static WaitingJob job(String id, double cpus) {
        return new WaitingJob(
                new JobKey("alps", "alps", id),
                "main",
                "",
                "",
                NodeId.ofUser("alps", "cms", "anna"),
                0,
                Map.of("cpu", cpus),
                1,
                0,
                0.5);
    }

    private static JobEvent told(JobEventType type, String job, long time, @Nullable Long run, @Nullable Double cpus) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setRun(run == null ? null : Instant.ofEpochMilli(run))
                .setAllocatedTres(cpus == null ? null : Map.of("cpu", cpus))
                .build();
    }
}
