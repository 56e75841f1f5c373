package io.fairway.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.schemas.Keys;
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
        assertThat(start(cluster, job("1", 6), 1_000)).isTrue();

        assertThat(starts).containsExactly("1 at 1000");
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);
        assertThat(cluster.fits(job("2", 2))).isTrue();
        assertThat(cluster.fits(job("2", 3))).isFalse();

        // Its own start comes back, and counts only once.
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, null, 6.0));
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);

        cluster.observe(told(JobEventType.FINISHED, "1", 2_000, 1_000L, null));
        assertThat(cluster.free("alps", "alps")).isEqualTo(8);
    }

    @Test
    void everyClusterHasItsOwnProcessors() {
        start(cluster, job("1", 8), 0);

        assertThat(cluster.free("alps", "eiger")).isEqualTo(8);
    }

    @Test
    void aRunningJobIsRefused() {
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));

        assertThat(start(cluster, job("1", 4), 2_000)).isFalse();
        assertThat(starts).isEmpty();
    }

    @Test
    void aJobThatCanNeverFitIsOfferedAndRefused() {
        assertThat(cluster.fits(job("1", 9))).isTrue();
        assertThat(start(cluster, job("1", 9), 0)).isFalse();
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
    void aSuspendedRunKeepsItsProcessorsAndAResizedOneChangesThem() {
        cluster.observe(told(JobEventType.STARTED, "1", 1_000, 1_000L, 4.0));
        cluster.observe(told(JobEventType.SUSPENDED, "1", 2_000, 1_000L, null));
        assertThat(cluster.free("alps", "alps")).isEqualTo(4);

        cluster.observe(told(JobEventType.RESIZED, "1", 3_000, 1_000L, 6.0));
        assertThat(cluster.free("alps", "alps")).isEqualTo(2);
    }

    @Test
    void aStartReportedAfterItsEndHoldsNothing() {
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
    void theEventOfAStartNamesTheRunAndTheAssociation() {
        JobEvent event = SlotCluster.startedEvent(job("1", 4), 1_000);

        assertThat(event.getType()).isEqualTo(JobEventType.STARTED);
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(event.getRun()).isEqualTo(event.getTime());
        assertThat(event.getAccount()).isEqualTo("cms");
        assertThat(event.getUser()).isEqualTo("anna");
        assertThat(event.getTree()).isEqualTo("alps");
        assertThat(event.getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0));
    }

    @Test
    void aClusterMustHaveProcessors() {
        assertThatThrownBy(() -> new SlotCluster(0, (job, now) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processors 0.0");
    }

    @Test
    void aQueueHoldsTheProcessorsOfItsJobsInAllClusters() {
        start(cluster, job("1", 3, "roma"), 1_000);
        cluster.observe(submitted("2", "roma"));
        cluster.observe(told(JobEventType.STARTED, "2", 1_000, null, 2.0));
        cluster.observe(told(JobEventType.STARTED, "3", 1_000, null, 8.0));
        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(3 + 2 + 1);
        assertThat(cluster.wouldHold(job("4", 1, "verona"))).isEqualTo(1);

        // Its own start comes back, and the job goes to another queue while it runs.
        cluster.observe(SlotCluster.startedEvent(job("1", 3, "roma"), 1_000));
        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(6);
        cluster.observe(switched("1", "verona"));
        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(3);
        assertThat(cluster.wouldHold(job("4", 1, "verona"))).isEqualTo(4);

        cluster.observe(told(JobEventType.RESIZED, "2", 2_000, null, 5.0));
        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(6);
        cluster.observe(told(JobEventType.FINISHED, "2", 3_000, null, null));
        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(1);
    }

    @Test
    void aRequeuedJobKeepsItsQueue() {
        cluster.observe(submitted("2", "roma"));
        cluster.observe(told(JobEventType.STARTED, "2", 1_000, null, 2.0));
        cluster.observe(told(JobEventType.REQUEUED, "2", 2_000, null, null));
        cluster.observe(told(JobEventType.STARTED, "2", 3_000, null, 2.0));

        assertThat(cluster.wouldHold(job("4", 1, "roma"))).isEqualTo(3);
    }

    /** 5 of 8 processors are in use: 6 instead of 4 fit, 8 do not. */
    @Test
    void aResizeNeedsOnlyTheProcessorsBeyondTheJobsSize() {
        List<String> resizes = new ArrayList<>();
        SlotCluster resizing = new SlotCluster(
                8,
                (job, now) -> {},
                (job, run, now) -> resizes.add(job.jobId() + " to " + job.processors() + " at " + now + " of " + run));
        assertThat(resizing.resizes()).isTrue();
        assertThat(cluster.resizes()).isFalse();
        start(resizing, job("1", 4, "roma"), 1_000);
        start(resizing, job("2", 1, "roma"), 1_000);

        assertThat(resizing.fits(resize("1", 8))).isFalse();
        assertThat(resizing.fits(resize("1", 6))).isTrue();
        assertThat(resizing.wouldHold(resize("1", 6))).isEqualTo(7);
        assertThat(resize(resizing, resize("1", 6), 2_000)).isTrue();

        assertThat(resizes).containsExactly("1 to 6.0 at 2000 of 1000");
        assertThat(resizing.free("alps", "alps")).isEqualTo(1);
        assertThat(resizing.wouldHold(job("3", 1, "roma"))).isEqualTo(8);
    }

    @Test
    void anImpossibleResizeRequestIsRefused() {
        SlotCluster resizing = new SlotCluster(8, (job, now) -> {}, (job, run, now) -> {});
        start(resizing, job("1", 4, "roma"), 1_000);

        assertThat(resizing.fits(resize("1", 9))).as("offered, and refused").isTrue();
        assertThat(resize(resizing, resize("1", 9), 2_000)).isFalse();
        assertThat(resize(resizing, resize("2", 2), 2_000)).as("does not run").isFalse();
        assertThat(resizing.free("alps", "alps")).isEqualTo(4);
    }

    @Test
    void theEventsNameTheQueueAndTheRun() {
        JobEvent started = SlotCluster.startedEvent(job("1", 4, "roma"), 1_000);
        assertThat(started.getAttributes()).isNotNull();
        assertThat(started.getAttributes().getQueue()).isEqualTo("roma");
        assertThat(SlotCluster.startedEvent(job("1", 4), 1_000).getAttributes()).isNull();

        JobEvent resized = SlotCluster.resizedEvent(resize("1", 6), 1_000, 2_000);
        assertThat(resized.getType()).isEqualTo(JobEventType.RESIZED);
        assertThat(resized.getTime()).isEqualTo(Instant.ofEpochMilli(2_000));
        assertThat(resized.getRun()).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(resized.getAllocatedTres()).isEqualTo(Map.of("cpu", 6.0));
    }

    /** What a dispatcher does: the event is on record, then the start is carried out. */
    private static boolean start(SlotCluster cluster, ChosenJob job, long now) {
        return record(cluster, job, cluster.start(job, now));
    }

    private static boolean resize(SlotCluster cluster, ChosenJob request, long now) {
        return record(cluster, request, cluster.resize(request, now));
    }

    private static boolean record(SlotCluster cluster, ChosenJob job, @Nullable JobEvent event) {
        if (event == null) {
            return false;
        }
        cluster.observe(event);
        cluster.carryOut(job, event);
        return true;
    }

    private static ChosenJob job(String id, double cpus) {
        return job(id, cpus, "");
    }

    private static ChosenJob job(String id, double cpus, String queue) {
        return job(id, cpus, queue, "");
    }

    private static ChosenJob resize(String id, double cpus) {
        return job(id, cpus, "roma", Keys.RESIZE);
    }

    private static ChosenJob job(String id, double cpus, String queue, String request) {
        return new ChosenJob(
                new JobKey("alps", "alps", id),
                "main",
                request,
                queue,
                0,
                NodeId.ofUser("alps", "cms", "anna"),
                0,
                Map.of("cpu", cpus),
                1,
                0,
                0.5);
    }

    private static JobEvent submitted(String job, String queue) {
        return JobEvent.newBuilder(told(JobEventType.SUBMITTED, job, 500, null, null))
                .setAttributes(JobAttributes.newBuilder().setQueue(queue).build())
                .build();
    }

    private static JobEvent switched(String job, String queue) {
        return JobEvent.newBuilder(told(JobEventType.MODIFIED, job, 1_500, null, null))
                .setAttributes(JobAttributes.newBuilder().setQueue(queue).build())
                .build();
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
