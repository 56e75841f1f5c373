package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.api.query.Snapshots;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.Holdings;
import java.util.ArrayDeque;
import java.util.Objects;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a reading answers. The first one holds for 200 ms. Work for the background waits in a queue here. */
class SnapshotsTest {
    private final PipelineDriver pipeline = PipelineDriver.replay();
    private final ArrayDeque<Runnable> background = new ArrayDeque<>();
    private final Snapshots snapshots = new Snapshots(() -> this.now, background::add);
    private long now = T0;

    @BeforeEach
    void share() {
        pipeline.policy(3_600_000);
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private Snapshots.Taken ask(long at, boolean active) {
        now = T0 + at;
        return snapshots.get(DOMAIN, new Holdings.Copy(0, active, 0, pipeline.stores()));
    }

    private static ReadOnlyKeyValueStore<String, byte[]> moved(Stores.KeyValue store) {
        throw new InvalidStateStorePartitionException(
                "The specified partition 0 for store " + store.name() + " does not exist.");
    }

    @Test
    void answersWhileItHolds() {
        Snapshots.Taken first = ask(0, true);
        assertThat(first.readAt()).isEqualTo(T0);
        assertThat(ask(199, true)).isSameAs(first);
        assertThat(background).isEmpty();
    }

    @Test
    void answersForAsLongAgainWhileTheNextIsMade() {
        Snapshots.Taken first = ask(0, true);
        assertThat(ask(200, true)).isSameAs(first);
        assertThat(ask(399, true)).isSameAs(first);
        assertThat(background).hasSize(2);

        Objects.requireNonNull(background.poll()).run();
        Snapshots.Taken next = ask(399, true);
        assertThat(next.readAt()).isEqualTo(T0 + 399);
        // The other question finds the reading made.
        Objects.requireNonNull(background.poll()).run();
        assertThat(ask(399, true)).isSameAs(next);
    }

    @Test
    void aTaskThatMovesBeforeTheNextIsMadeIsLeftToTheNextQuestion() {
        Snapshots.Taken first = ask(0, true);
        now = T0 + 200;
        StateStores<?, ?> whole = pipeline.stores();
        StateStores<?, ?> moved = new StateStores<>(SnapshotsTest::moved, whole::get);
        assertThat(snapshots.get(DOMAIN, new Holdings.Copy(0, true, 0, moved))).isSameAs(first);

        Objects.requireNonNull(background.poll()).run();

        assertThat(ask(399, true)).isSameAs(first);
        assertThat(ask(400, true).readAt()).isEqualTo(T0 + 400);
    }

    @Test
    void isReadAtOnceWhereItIsTooOldOrTheCopyIsAnother() {
        Snapshots.Taken first = ask(0, true);
        Snapshots.Taken second = ask(400, true);
        assertThat(second.readAt()).isEqualTo(T0 + 400);
        assertThat(second.snapshot()).isNotSameAs(first.snapshot());
        assertThat(second.holds()).isGreaterThanOrEqualTo(200);

        Snapshots.Taken standby = ask(401, false);
        assertThat(standby.active()).isFalse();
        assertThat(standby.readAt()).isEqualTo(T0 + 401);
        assertThat(background).isEmpty();
    }
}
