package io.fairway.engine.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridTimerTest {
    private final GridTimer gridTimer = new GridTimer(250);

    @Test
    void isDueOnceInEachIntervalOfTheEpoch() {
        assertThat(gridTimer.isDue(1_000)).isTrue();
        assertThat(gridTimer.isDue(1_249)).isFalse();
        assertThat(gridTimer.isDue(1_250)).isTrue();
        assertThat(gridTimer.isDue(9_999)).isTrue();
        assertThat(gridTimer.isDue(10_000)).isTrue();
    }

    @Test
    void isDueAtOnceAfterAClockThatWentBackAnHour() {
        assertThat(gridTimer.isDue(7_200_000)).isTrue();
        assertThat(gridTimer.isDue(3_600_000)).isTrue();
        assertThat(gridTimer.isDue(3_600_250)).isTrue();
    }
}
