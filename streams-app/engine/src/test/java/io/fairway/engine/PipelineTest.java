package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.ShareNode;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The walk of jobs through the topology, in replay: event time is the clock. */
class PipelineTest {
    private static final long T0 = PipelineDriver.T0;
    private static final long HOUR = 3_600_000;

    private final PipelineDriver pipeline = PipelineDriver.replay();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    @Rule(document = Document.SLURM, rows = "32, 38, 47")
    void takesAJobFromSubmissionToUsage() {
        // Given
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 3);
        pipeline.share("physics", "ben", 1);

        // When
        pipeline.submit("1", "physics", "anna", T0);
        List<Sent<PriorityRecord>> submitted = pipeline.read(Topic.PRIORITIES, PriorityRecord.class);
        pipeline.start("1", T0 + 1000, 4);
        List<Sent<PriorityRecord>> started = pipeline.read(Topic.PRIORITIES, PriorityRecord.class);
        pipeline.finish("1", T0 + 1000 + HOUR, T0 + 1000);
        pipeline.tick(T0 + 1000 + 2 * HOUR);

        // Then
        assertThat(submitted).hasSize(1);
        assertThat(Objects.requireNonNull(submitted.get(0).value()).getAccount())
                .isEqualTo("physics");
        assertThat(started).hasSize(1);
        assertThat(started.get(0).value()).isNull();
        // 4 TRES for one half-life, then one half-life idle: 4 * H/ln 2 * (1 - 1/2) * 1/2
        double expected = 4 * 3600 / Math.log(2) * 0.25;
        assertThat(pipeline.usage("physics", "anna")).isCloseTo(expected, Offset.offset(expected * 1e-12));
        FairshareRecord anna = pipeline.fairshare("physics", "anna");
        assertThat(anna.getFactor()).isEqualTo(0.5); // second of two
        assertThat(pipeline.fairshare("physics", "ben").getFactor()).isEqualTo(1.0);
        assertThat(anna.getInputs()).isNotEmpty();
    }

    @Test
    void losesNothingOfWhatComesBeforeItsShareNodeAndPolicy() {
        // When
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.start("1", T0, 2);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.submit("2", "physics", "anna", T0 + HOUR);
        pipeline.policy(HOUR);
        pipeline.tick(T0 + HOUR);
        Heartbeat before = pipeline.lastHeartbeat();
        int unknown = pipeline.read(Topic.PRIORITIES, PriorityRecord.class).size();
        pipeline.share("physics", "anna", 1);
        pipeline.tick(T0 + HOUR);
        List<Sent<PriorityRecord>> known = pipeline.read(Topic.PRIORITIES, PriorityRecord.class);

        // Then
        assertThat(before.getCounts()).containsEntry("unplacedAssociations", 1L).containsEntry("unplacedJobs", 1L);
        assertThat(unknown).isZero();
        assertThat(known).hasSize(1);
        assertThat(pipeline.lastHeartbeat().getCounts()).containsEntry("unplacedAssociations", 0L);
        double expected = 2 * 3600 / Math.log(2) * 0.5;
        assertThat(pipeline.usage("physics", "anna")).isCloseTo(expected, Offset.offset(expected * 1e-12));
    }

    /**
     * Carla's job is over, but her usage waits for a share record. The usage comes only after a heartbeat that counted
     * nobody as waiting.
     */
    @Test
    void whoUsedSomethingWaitsAlsoWithoutAJob() {
        PipelineDriver live = PipelineDriver.live();
        try (live) {
            live.policy(HOUR);
            live.share("physics", "anna", 1);
            live.advance(2_000);
            assertThat(live.lastHeartbeat().getCounts()).containsEntry("unplacedAssociations", 0L);

            live.start("1", "bio", "carla", T0, 4);
            live.finish("1", T0 + 1_000, T0);
            live.advance(2_000);
            assertThat(live.lastHeartbeat().getCounts()).containsEntry("unplacedAssociations", 1L);

            live.share("bio", "carla", 1);
            live.advance(2_000);
            assertThat(live.lastHeartbeat().getCounts()).containsEntry("unplacedAssociations", 0L);
        }
    }

    @Test
    void takesTheSameFactsOnceInAnyOrder() {
        // Given
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);

        // When: the end first, then all of it again
        for (int round = 0; round < 2; round++) {
            pipeline.finish("1", T0 + HOUR, T0);
            pipeline.start("1", T0, 1);
            pipeline.submit("1", "physics", "anna", T0);
        }
        pipeline.tick(T0 + HOUR);

        // Then
        double expected = 3600 / Math.log(2) * 0.5;
        assertThat(pipeline.usage("physics", "anna")).isCloseTo(expected, Offset.offset(expected * 1e-12));
        assertThat(pipeline.lastHeartbeat().getCounts()).containsEntry("duplicates", 3L);
    }

    @Test
    void putsWhatCanNeverBeAppliedAsideAndGoesOn() {
        // Given
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);

        // When
        pipeline.raw(Topic.JOB_EVENTS, new byte[] {7, 7});
        pipeline.send(
                Topic.JOB_EVENTS,
                "x",
                ShareNode.newBuilder()
                        .setDomain("alps")
                        .setTree("t")
                        .setAccount("a")
                        .build());
        pipeline.send(
                Topic.JOB_EVENTS,
                "x",
                pipeline.event("9", JobEventType.FINISHED, T0)
                        .setRun(java.time.Instant.ofEpochMilli(T0 + 5))
                        .build());
        pipeline.send(
                Topic.JOB_EVENTS,
                "x",
                pipeline.event("9", JobEventType.UNKNOWN, T0).build());
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.start("1", T0, 1);
        pipeline.tick(T0 + HOUR);

        // Then
        assertThat(pipeline.deadLetterKinds())
                .containsExactly("undecodable", "undecodable", "impossible", "impossible");
        assertThat(pipeline.usage("physics", "anna")).isPositive();
    }

    @Test
    void keepsPlainUsageByTheHourThatBracketsTheLine() {
        // Given
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);

        // When
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.start("1", T0 + HOUR / 2, 3);
        pipeline.finish("1", T0 + 3 * HOUR + HOUR / 4, T0 + HOUR / 2);
        pipeline.start("2", "physics", "anna", T0 + 2 * HOUR, 5);
        long now = T0 + 5 * HOUR;
        pipeline.tick(now);

        // Then: every hour's usage, decayed from its start and from its end
        double low = 0;
        double high = 0;
        double[] plain = pipeline.hours("physics", "anna", T0, now, 5.0);
        for (int hour = 0; hour < plain.length; hour++) {
            low += plain[hour] * Math.pow(2, -(plain.length - hour));
            high += plain[hour] * Math.pow(2, -(plain.length - hour - 1));
        }
        assertThat(plain).containsExactly(new double[] {5400, 10800, 28800, 20700, 18000}, Offset.offset(1e-6));
        assertThat(pipeline.usage("physics", "anna")).isBetween(low, high);
    }
}
