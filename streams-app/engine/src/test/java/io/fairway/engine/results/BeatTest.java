package io.fairway.engine.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeatTest {
    private final Beat beat = new Beat(250);

    @Test
    void isDueOnceInEachIntervalOfTheEpoch() {
        assertThat(beat.isDue(1_000)).isTrue();
        assertThat(beat.isDue(1_249)).isFalse();
        assertThat(beat.isDue(1_250)).isTrue();
        assertThat(beat.isDue(9_999)).isTrue();
        assertThat(beat.isDue(10_000)).isTrue();
    }

    @Test
    void isDueAtOnceAfterAClockThatWentBackAnHour() {
        assertThat(beat.isDue(7_200_000)).isTrue();
        assertThat(beat.isDue(3_600_000)).isTrue();
        assertThat(beat.isDue(3_600_250)).isTrue();
    }
}
