package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.engine.domain.MapStore;
import io.fairway.engine.store.AppliedOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.Test;

class AppliedOffsetsTest {
    private static final String TOPIC = "fairway.job-events";
    private static final Uuid FIRST = new Uuid(1, 2);
    private static final Uuid SECOND = new Uuid(3, 4);

    private final MapStore store = new MapStore();
    private Uuid id = FIRST;

    @Test
    void knowsWhatIsAppliedAfterARestart() {
        assertThat(applied(marks(), LongStream.range(0, 10), 1_000)).hasSize(10);

        assertThat(applied(marks(), LongStream.range(3, 13), 1_000)).containsExactly(10L, 11L, 12L);
        assertThat(mark()).isEqualTo(new AppliedOffset(FIRST, 13, 1_012));
    }

    @Test
    void goesOnWhereRecordsAreMissing() {
        applied(marks(), LongStream.of(0, 5, 9), 1_000);

        assertThat(applied(marks(), LongStream.of(5, 9, 20), 1_000)).containsExactly(20L);
    }

    @Test
    void takesATopicThatWasMadeAgain() {
        applied(marks(), LongStream.range(0, 10), 1_000);
        id = SECOND;

        assertThat(applied(marks(), LongStream.range(0, 3), 1_000)).containsExactly(0L, 1L, 2L);
        assertThat(mark()).isEqualTo(new AppliedOffset(SECOND, 3, 1_002));
    }

    @Test
    void takesATopicThatIsMadeAgainWhileItRuns() {
        AppliedOffsets appliedOffsets = marks();
        applied(appliedOffsets, LongStream.range(0, 10), 1_000);
        id = SECOND;

        assertThat(applied(appliedOffsets, LongStream.range(0, 3), 1_000)).containsExactly(0L, 1L, 2L);
    }

    /** An id that nobody knows says nothing; one that is learned later changes nothing. */
    @Test
    void anUnknownIdKeepsTheMark() {
        id = Uuid.ZERO_UUID;
        applied(marks(), LongStream.range(0, 10), 1_000);
        assertThat(applied(marks(), LongStream.range(0, 10), 1_000)).isEmpty();

        id = FIRST;
        assertThat(applied(marks(), LongStream.range(0, 11), 1_000)).containsExactly(10L);
        assertThat(mark()).isEqualTo(new AppliedOffset(FIRST, 11, 1_010));

        id = Uuid.ZERO_UUID;
        assertThat(applied(marks(), LongStream.range(0, 11), 1_000)).isEmpty();
    }

    /** The broker lost offsets 6 to 9, which are applied, and gave them out again to records that were appended later. */
    @Test
    void takesWhatWasAppendedAfterAllThatIsApplied() {
        applied(marks(), LongStream.range(0, 10), 1_000);
        AppliedOffsets appliedOffsets = marks();

        assertThat(applied(appliedOffsets, LongStream.range(2, 6), 1_000)).isEmpty();
        assertThat(applied(appliedOffsets, LongStream.range(6, 12), 2_000)).containsExactly(6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(applied(marks(), LongStream.range(0, 12), 2_000)).isEmpty();
    }

    @Test
    void keepsNoneWithoutTransactions() {
        AppliedOffsets appliedOffsets = AppliedOffsets.in(store, topic -> id, false);
        assertThat(applied(appliedOffsets, LongStream.range(0, 10), 1_000)).hasSize(10);
        assertThat(applied(appliedOffsets, LongStream.range(0, 10), 1_000)).hasSize(10);
        assertThat(store.get(TOPIC)).isNull();
    }

    @Test
    void refusesAMarkOfAnotherVersion() {
        byte[] later = new AppliedOffset(FIRST, 1, 2).bytes();
        later[0] = 2;

        assertThatThrownBy(() -> AppliedOffset.of(later))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a mark of 33 bytes and version 2: must have 33 bytes and version 1");
    }

    private AppliedOffsets marks() {
        return AppliedOffsets.in(store, topic -> id, true);
    }

    private AppliedOffset mark() {
        return AppliedOffset.of(Objects.requireNonNull(store.get(TOPIC)));
    }

    /** Reads records that were appended a millisecond after each other; returns those that are new. */
    private static List<Long> applied(AppliedOffsets appliedOffsets, LongStream offsets, long appendedFrom) {
        return offsets.filter(offset -> {
                    RecordMetadata from = new From(offset);
                    if (appliedOffsets.isApplied(from, appendedFrom + offset)) {
                        return false;
                    }
                    appliedOffsets.applied(from, appendedFrom + offset);
                    return true;
                })
                .boxed()
                .toList();
    }

    private record From(long offset) implements RecordMetadata {
        @Override
        public String topic() {
            return TOPIC;
        }

        @Override
        public int partition() {
            return 0;
        }
    }
}
