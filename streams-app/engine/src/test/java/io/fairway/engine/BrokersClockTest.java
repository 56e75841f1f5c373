package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ResourceSample;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a broker is wrong: for some records, or for all. The horizon is 7 days, clocks may differ by 2 minutes. */
class BrokersClockTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private PipelineDriver pipeline = PipelineDriver.live();

    @BeforeEach
    void open() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 1);
        pipeline.finish("1", T0, T0 - HOUR);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private List<String> problems() {
        pipeline.advance(2_000);
        return pipeline.lastHeartbeat().getProblems();
    }

    /** The case of the report, and a month. Events of that moment count, and what ended is not forgotten. */
    @ParameterizedTest
    @ValueSource(ints = {8, 40, 4_000})
    void itIsAheadForAFewRecords(int days) {
        pipeline.appendedAt(T0 + days * DAY);
        pipeline.start("2", "physics", "ben", T0, 1);
        pipeline.finish("2", T0 + MINUTE, T0);
        pipeline.finish("3", T0 - 6 * DAY, T0 - 6 * DAY - HOUR);
        pipeline.advance(10_000);
        pipeline.appendedAt(T0 + MINUTE);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 1);
        pipeline.finish("1", T0, T0 - HOUR);
        pipeline.jump(T0 + HOUR);

        assertThat(problems()).singleElement().asString().startsWith("3 records have a wrong append time");
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(3_600);
        assertThat(pipeline.usage("physics", "ben")).isEqualTo(60);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    private void twoRecordsCountAndAreTold() {
        pipeline.start("2", "physics", "ben", T0, 1);
        pipeline.finish("2", T0 + MINUTE, T0);
        pipeline.jump(T0 + HOUR);

        assertThat(problems()).singleElement().asString().startsWith("2 records have a wrong append time");
        assertThat(pipeline.usage("physics", "ben")).isEqualTo(60);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    /**
     * Seed 5564 of the simulator: what cannot be read shows the time before the first event. Whether it did depended on a turn or a
     * restart in between.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itIsAheadForTheFirstEventOfAll(boolean isTurn) {
        pipeline.close();
        pipeline = PipelineDriver.live();
        pipeline.policy(0);
        pipeline.share("physics", "ben", 1);
        pipeline.advance(1_000);
        pipeline.raw(Topic.JOB_EVENTS, new byte[] {1});
        if (isTurn) {
            pipeline.advance(1_000);
        }
        pipeline.appendedAt(T0 + 8 * DAY);
        pipeline.start("2", "physics", "ben", T0, 1);

        assertThat(pipeline.deadLetterKinds()).containsExactly("undecodable");
    }

    /**
     * Seed 54126 of the simulator: the first sample of all is appended by a broker that is 40 days ahead. Ended jobs were forgotten at
     * once, and no run of a new job counted for 40 days.
     */
    @Test
    void itIsAheadForTheFirstSampleOfAll() {
        pipeline.start("2", "physics", "ben", T0, 1);
        pipeline.appendedAt(T0 + 40 * DAY);
        pipeline.send(
                Topic.SAMPLES,
                Keys.job(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "2"),
                ResourceSample.newBuilder()
                        .setDomain(PipelineDriver.DOMAIN)
                        .setCluster(PipelineDriver.DOMAIN)
                        .setJob("2")
                        .setRun(Instant.ofEpochMilli(T0))
                        .setTime(Instant.ofEpochMilli(T0 + 1_000))
                        .setSequence(1)
                        .setCpuSeconds(1.0)
                        .setHost("")
                        .build());
        pipeline.appendedAt(null);
        pipeline.finish("2", T0 + MINUTE, T0);
        pipeline.jump(T0 + HOUR);
        pipeline.start("9", "physics", "ben", T0 + HOUR, 1);
        pipeline.finish("9", T0 + HOUR + MINUTE, T0 + HOUR);
        pipeline.jump(T0 + 2 * HOUR);

        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
        assertThat(pipeline.usage("physics", "ben")).isEqualTo(120);
        assertThat(problems())
                .satisfiesExactly(
                        wrong -> assertThat(wrong).startsWith("1 records have a wrong append time"),
                        refused -> assertThat(refused).startsWith("1 records were refused for their time"));
    }

    /** Seed 363 of the simulator, by a broker that is behind: a job that is forgotten would wait again, for good. */
    @Test
    void itIsBehindAndAForgottenJobIsSubmittedAgain() {
        pipeline.submit("4", "physics", "ben", T0);
        pipeline.start("4", "physics", "ben", T0 + 1_000, 1);
        pipeline.finish("4", T0 + MINUTE, T0 + 1_000);
        pipeline.jump(T0 + 15 * DAY);
        pipeline.submit("5", "physics", "anna", T0 + 15 * DAY);
        pipeline.appendedAt(T0 + DAY);
        pipeline.submit("4", "physics", "ben", T0);

        assertThat(pipeline.deadLetterReasons())
                .containsExactly(
                        "SUBMITTED at " + T0 + ": what happened to the job by " + (T0 + MINUTE) + " is forgotten");
    }

    /** A restart knows what was shown before. */
    @Test
    void itIsAheadRightAfterARestart() {
        pipeline.advance(1_000);
        pipeline = pipeline.restarted();
        pipeline.appendedAt(T0 + 8 * DAY);
        twoRecordsCountAndAreTold();
    }

    @Test
    void itIsBehindForAFewRecords() {
        pipeline.appendedAt(T0 - 3 * MINUTE);
        twoRecordsCountAndAreTold();
    }

    /** Nothing shows that the broker is wrong and not the hosts: what is refused is told. */
    @Test
    void itIsBehindForGood() {
        pipeline.jump(T0 + HOUR);
        pipeline.appendedAt(T0 + HOUR - 3 * MINUTE);
        pipeline.start("2", "physics", "ben", T0 + HOUR, 1);
        pipeline.appendedAt(T0 + HOUR - 2 * MINUTE);
        pipeline.finish("2", T0 + HOUR + MINUTE, T0 + HOUR);

        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("2 records were refused for their time: the clock of a broker or of a source may be off")
                .endsWith("more than 120000 ms after its append at " + (T0 + HOUR - 2 * MINUTE));
        assertThat(pipeline.deadLetterKinds()).containsExactly("time", "time");
    }

    /** Accounting tells of a job ten minutes after its end. Nothing was told in the hour before. */
    @Test
    void aLateEventAfterAPauseIsNoWrongClock() {
        pipeline.jump(T0 + HOUR);
        pipeline.start("2", "physics", "ben", T0 + 40 * MINUTE, 1);
        pipeline.finish("2", T0 + 50 * MINUTE, T0 + 40 * MINUTE);

        assertThat(problems()).isEmpty();
        assertThat(pipeline.usage("physics", "ben")).isEqualTo(600);
    }

    /** After a pause, the broker and the event agree: what is old then is old. */
    @Test
    void aPauseIsNoWrongClock() {
        pipeline.jump(T0 + 8 * DAY);
        pipeline.start("2", "physics", "ben", T0 + 8 * DAY, 1);
        pipeline.finish("3", T0, T0 - HOUR);

        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
    }
}
