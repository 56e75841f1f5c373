package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.store.AppliedOffset;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class MarkProbeTest {
    private static final TopicPartition EVENTS = new TopicPartition("fairway.job-events", 7);
    private static final Uuid ID = new Uuid(1, 2);

    @Test
    void saysWhichLogEndsBeforeItsMark() {
        Probe.Fault fault = probe(120, 100, ID).look();

        assertThat(fault)
                .isEqualTo(new Probe.Fault(
                        "the log of fairway.job-events-7 ends at 100, before 120, which is applied: the brokers lost"
                                + " its last records; they stay applied, and records that come now are applied, too",
                        Probe.Effect.SAID));
    }

    @Test
    void isContentWithALogThatEndsAtItsMarkOrAfterIt() {
        assertThat(probe(120, 120, ID).look()).isNull();
        assertThat(probe(120, 121, ID).look()).isNull();
    }

    /** A topic that was made again begins at 0, and its mark with it. */
    @Test
    void doesNotCompareTopicsOfDifferentIds() {
        assertThat(probe(120, 3, new Uuid(3, 4)).look()).isNull();
    }

    @Test
    void saysNothingWhileTheBrokersAreAway() {
        MarkProbe probe = new MarkProbe(
                () -> Map.of(EVENTS, new AppliedOffset(ID, 120, 0)),
                partitions -> {
                    throw new KafkaException("away");
                },
                topic -> ID);

        assertThat(probe.look()).isNull();
    }

    private static MarkProbe probe(long next, long end, Uuid present) {
        return new MarkProbe(
                () -> Map.of(EVENTS, new AppliedOffset(ID, next, 0)),
                partitions -> Map.of(EVENTS, end),
                topic -> present);
    }
}
