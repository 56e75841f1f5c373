package io.fairway.app.adjust;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Topic;
import java.time.Instant;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Adjustments and what takes them back, through the application. Usage halves in an hour; anna ran 4 processors for one. */
class UndoOnTheStreamTest {
    private static final long HOUR = 3_600_000;
    private static final Offset<Double> CLOSE = within(1e-5);
    /** The closed integral at the end of the run. */
    private static final double RUN = 4 * 0.5 * 3600 / Math.log(2);

    private final PipelineDriver pipeline = PipelineDriver.replay();

    @BeforeEach
    void run() {
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.tick(T0 + HOUR);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private Adjustment send(Adjustment record) {
        pipeline.send(Topic.ADJUSTMENTS, AdjustmentRecords.key(record), record);
        return record;
    }

    private static Adjustment.Builder at(AdjustmentKind kind, double amount) {
        return Adjustments.adjustment(kind, "x", amount).setEffectiveAt(Instant.ofEpochMilli(T0 + HOUR));
    }

    private void usage(String user, double expected) {
        assertThat(pipeline.usage("physics", user)).isCloseTo(expected, CLOSE);
    }

    /** An hour later, by a record of another instant: amounts of the old one are out again, and not only half of them. */
    @Test
    void aTransferIsTakenBackLater() {
        Adjustment sent = send(at(AdjustmentKind.TRANSFER, 1000)
                .setToAccount("physics")
                .setToUser("ben")
                .build());
        pipeline.tick(T0 + 2 * HOUR);
        usage("anna", RUN / 2 - 500);
        usage("ben", 500);

        send(AdjustmentRecords.undone(sent, "olga", "wrong user", Instant.ofEpochMilli(T0 + 2 * HOUR)));
        pipeline.tick(T0 + 3 * HOUR);
        usage("anna", RUN / 4);
        usage("ben", 0);
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    @Test
    void theSameRecordTwiceCountsOnce() {
        Adjustment sent = send(at(AdjustmentKind.REFUND, 1000).build());
        send(sent);
        pipeline.tick(T0 + 2 * HOUR);

        usage("anna", RUN / 2 - 500);
    }

    @Test
    void aResetOfAnAccountIsTakenBack() {
        Adjustment sent = send(at(AdjustmentKind.RESET, 0).setUser("").build());
        pipeline.tick(T0 + 2 * HOUR);
        usage("anna", 0);

        Adjustment undo =
                send(AdjustmentRecords.undone(sent, "olga", "too early", Instant.ofEpochMilli(T0 + 2 * HOUR)));
        pipeline.tick(T0 + 3 * HOUR);
        usage("anna", RUN / 4);
        assertThat(pipeline.deadLetterReasons()).isEmpty();
        assertThat(AdjustmentRecords.isUndo(undo)).isTrue();
    }
}
