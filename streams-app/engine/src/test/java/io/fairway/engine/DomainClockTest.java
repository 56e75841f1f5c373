package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DomainClockTest {
    private static final long NOW = 1_795_000_000_000L;
    private static final Budget SLICE = () -> true;

    @Test
    void aLiveClockGoesByTheWallClockAlone() {
        DomainClock clock = settings(false, Long.MAX_VALUE).clock();

        assertThat(clock.byWallClock(NOW)).isEqualTo(NOW);
        assertThat(clock.byEvent(NOW)).isEqualTo(DomainClock.STAYS);
        assertThat(clock.isMovedByTicks()).isFalse();
        assertThat(clock.ofRecord(() -> SLICE)).isSameAs(SLICE);
    }

    @Test
    void aReplayedClockGoesByEventsAlone() {
        DomainClock clock = settings(true, Long.MAX_VALUE).clock();

        assertThat(clock.byWallClock(NOW)).isEqualTo(DomainClock.STAYS);
        assertThat(clock.byEvent(NOW)).isEqualTo(NOW);
        assertThat(clock.isMovedByTicks()).isTrue();
        assertThat(clock.ofRecord(() -> SLICE)).isSameAs(Budget.UNLIMITED);
    }

    @Test
    void usageIsAsOfTheTurnWhenLiveAndAsOfTheDomainInReplay() {
        assertThat(settings(false, Long.MAX_VALUE).clock().asOf(NOW, NOW + 5)).isEqualTo(NOW + 5);
        assertThat(settings(false, NOW + 3).clock().asOf(NOW, NOW + 5)).isEqualTo(NOW + 3);
        assertThat(settings(false, Long.MAX_VALUE).clock().asOf(NOW, NOW - 5)).isEqualTo(NOW);
        assertThat(settings(true, Long.MAX_VALUE).clock().asOf(NOW, NOW + 5)).isEqualTo(NOW);
    }

    private static EngineSettings settings(boolean replay, long at) {
        return new EngineSettings(replay, at, 250, 10_000, 1_000, 5_000, 120_000, 3_600_000, 1_000);
    }
}
