package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InputFirstTest {
    private final InputFirst inputFirst = new InputFirst(0);

    /** A start: the first turn looks at everything. */
    @BeforeEach
    void aTurn() {
        inputFirst.begin(0, 900);
    }

    @Test
    void doesNotFollowTheFirstTurn() {
        inputFirst.tookRecord();

        assertThat(inputFirst.isOver(900)).isTrue();
    }

    @Test
    void lastsAsLongAsTheWork() {
        inputFirst.begin(1_000, 1_300);
        inputFirst.tookRecord();

        assertThat(inputFirst.isOver(1_599)).isFalse();
        assertThat(inputFirst.isOver(1_600)).isTrue();
    }

    @Test
    void isNotTakenWhereNothingComesIn() {
        inputFirst.begin(1_000, 2_000);

        assertThat(inputFirst.isOver(2_000)).isTrue();
        inputFirst.tookRecord();
        assertThat(inputFirst.isOver(2_000)).isFalse();
    }

    /** The clock of {@link System#nanoTime} may be negative, and may overflow. */
    @Test
    void doesNotCareWhereItsClockBegins() {
        inputFirst.begin(Long.MAX_VALUE - 100, Long.MAX_VALUE - 50);
        inputFirst.tookRecord();

        assertThat(inputFirst.isOver(Long.MAX_VALUE - 10)).isFalse();
        assertThat(inputFirst.isOver(Long.MIN_VALUE)).isTrue();
    }
}
