package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RestTest {
    private final Rest rest = new Rest();

    @Test
    void lastsAsLongAsTheWork() {
        rest.evaluated(100_000);
        for (int i = 0; i < 5_000; i++) {
            rest.sentRecord();
        }
        rest.begin(1_000);
        rest.tookRecord();

        // 100,000 nodes of 1 microsecond and 5,000 records of 40.
        assertThat(rest.isOver(1_299)).isFalse();
        assertThat(rest.isOver(1_300)).isTrue();
    }

    @Test
    void isNotTakenWhereNothingComesIn() {
        rest.evaluated(1_000_000);
        rest.begin(1_000);

        assertThat(rest.isOver(1_000)).isTrue();
        rest.tookRecord();
        assertThat(rest.isOver(1_000)).isFalse();
    }

    @Test
    void isTooShortToBeSeenInASmallTree() {
        rest.evaluated(100);
        rest.sentRecord();
        rest.begin(1_000);
        rest.tookRecord();

        assertThat(rest.isOver(1_000)).isTrue();
    }
}
