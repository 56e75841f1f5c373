package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.DecayLaw;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The topic of events is set to CreateTime for a while: its records have the times that their writers gave them. */
class WritersTimeTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long LATER = T0 + 15 * DAY;

    private PipelineDriver pipeline = PipelineDriver.live();

    @BeforeEach
    void open() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    /** A job of anna, which is forgotten by now. */
    private void history() {
        pipeline.start("1", "physics", "anna", T0 - HOUR, 1);
        pipeline.finish("1", T0, T0 - HOUR);
        pipeline.jump(LATER);
        pipeline.submit("2", "physics", "ben", LATER);
        pipeline.advance(1_000);
    }

    private void mirror() {
        pipeline.appendedAt(T0);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 1);
        pipeline.finish("1", T0, T0 - HOUR);
        pipeline.appendedAt(null);
    }

    /** The case of the report: 2.0 times, and no dead letter. The setting is right again when they are read. */
    @Test
    void aMirrorsDuplicatesKeepTheirStamps() {
        history();
        pipeline = pipeline.restartedWithWritersTime(true);
        mirror();
        pipeline = pipeline.restartedWithWritersTime(false);
        pipeline.submit("3", "physics", "anna", LATER + 2_000);
        pipeline.advance(2_000);

        byte[] line = pipeline.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", "anna"));
        assertThat(StateCodec.decodeLine(Objects.requireNonNull(line)).usage(DecayLaw.none(), LATER))
                .isEqualTo(3_600);
    }

    @Test
    void eachDuplicateIsADeadLetterAndTold() {
        history();
        pipeline = pipeline.restartedWithWritersTime(true);
        mirror();
        pipeline.share("other", "zoe", 1); // a new record wakes the domain
        pipeline.advance(2_000);

        assertThat(pipeline.deadLetterKinds()).containsExactly("time", "time");
        assertThat(pipeline.lastHeartbeat().getProblems())
                .singleElement()
                .asString()
                .startsWith("2 records were refused for their time");
    }

    /** What happens meanwhile counts, as far as the records before it show that it is the time. */
    @Test
    void eventsOfTheMomentCount() {
        history();
        pipeline = pipeline.restartedWithWritersTime(true);
        pipeline.start("2", "physics", "ben", LATER + 1_000, 1);
        pipeline.finish("2", LATER + 61_000, LATER + 1_000);
        pipeline.jump(LATER + HOUR);
        pipeline.advance(2_000);

        assertThat(pipeline.usage("physics", "ben")).isEqualTo(60);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    @Test
    void anEventFarAheadOfItsOwnStampIsRefused() {
        history();
        pipeline = pipeline.restartedWithWritersTime(true);
        pipeline.start("3", "physics", "ben", LATER + 2 * DAY, 1);

        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
    }

    @Test
    void theFirstRecordOfAllHasNoneBeforeIt() {
        pipeline = pipeline.restartedWithWritersTime(true);
        pipeline.start("1", "physics", "anna", T0, 1);

        assertThat(pipeline.deadLetterReasons())
                .containsExactly(
                        "time " + T0 + ": its record has the time of whoever wrote it (CreateTime), and no record"
                                + " before it shows when that was");
    }

    /** Seed 492 of the simulator: after a restart, the time of a writer was taken for one that was shown. */
    @Test
    void aRestartLearnsNothingFromTimesOfWriters() {
        pipeline = pipeline.restartedWithWritersTime(true);
        pipeline.start("1", "physics", "anna", T0, 1);
        assertThat(pipeline.deadLetterKinds()).containsExactly("time");

        pipeline = pipeline.restartedWithWritersTime(true);
        pipeline.start("2", "physics", "anna", T0, 1);
        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
    }

    @Test
    void theRecordSaysWhoGaveItItsTime() {
        assertThat(ReadingTime.of(record(TimestampType.LOG_APPEND_TIME), false)).isEqualTo(T0 + 1);
        assertThat(ReadingTime.of(record(TimestampType.LOG_APPEND_TIME), true)).isEqualTo(T0 / 1000);
        for (TimestampType type : new TimestampType[] {TimestampType.CREATE_TIME, TimestampType.NO_TIMESTAMP_TYPE}) {
            assertThat(ReadingTime.of(record(type), false)).isEqualTo(T0 / 1000);
            assertThat(ReadingTime.isWriters(ReadingTime.of(record(type), false)))
                    .isTrue();
        }
        for (long any : new long[] {-1, 0, T0 * 1000, Long.MAX_VALUE}) {
            assertThat(ReadingTime.isWriters(ReadingTime.of(any, true))).isTrue();
        }
        assertThat(ReadingTime.isWriters(T0)).isFalse();
        assertThat(ReadingTime.writers(T0 / 1000)).isEqualTo(T0);
    }

    private static ConsumerRecord<String, String> record(TimestampType type) {
        return new ConsumerRecord<>("t", 0, 0, T0 + 1, type, 0, 0, "", "", new RecordHeaders(), Optional.empty());
    }
}
