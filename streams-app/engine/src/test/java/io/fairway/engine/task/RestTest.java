package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RestTest {
    private final Rest rest = new Rest(0);

    /** A start: the first turn looks at everything. */
    @BeforeEach
    void aTurn() {
        rest.begin(0, 900);
    }

    @Test
    void doesNotFollowTheFirstTurn() {
        rest.tookRecord();

        assertThat(rest.isOver(900)).isTrue();
    }

    @Test
    void lastsAsLongAsTheWork() {
        rest.begin(1_000, 1_300);
        rest.tookRecord();

        assertThat(rest.isOver(1_599)).isFalse();
        assertThat(rest.isOver(1_600)).isTrue();
    }

    @Test
    void isNotTakenWhereNothingComesIn() {
        rest.begin(1_000, 2_000);

        assertThat(rest.isOver(2_000)).isTrue();
        rest.tookRecord();
        assertThat(rest.isOver(2_000)).isFalse();
    }

    /** The clock of {@link System#nanoTime} may be negative, and may overflow. */
    @Test
    void doesNotCareWhereItsClockBegins() {
        rest.begin(Long.MAX_VALUE - 100, Long.MAX_VALUE - 50);
        rest.tookRecord();

        assertThat(rest.isOver(Long.MAX_VALUE - 10)).isFalse();
        assertThat(rest.isOver(Long.MIN_VALUE)).isTrue();
    }
}
