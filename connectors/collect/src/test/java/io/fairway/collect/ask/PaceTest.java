package io.fairway.collect.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace(Duration.ofSeconds(5), 0.05);

    @Test
    void aQuickAnswerLeavesTheInterval() {
        assertThat(pace.pause(Duration.ofMillis(100), 0)).isEqualTo(Duration.ofMillis(4_900));
    }

    /** 2 s of work in 40 s are 5 %. */
    @Test
    void aSlowAnswerIsAtMostItsFractionOfTheTime() {
        assertThat(pace.pause(Duration.ofSeconds(2), 0)).isEqualTo(Duration.ofSeconds(38));
    }

    /** 60 s without an answer say nothing of how busy it was. */
    @Test
    void failedLooksAreTriedAgainWithinAMinute() {
        Duration timeout = Duration.ofSeconds(60);
        assertThat(pace.pause(timeout, 1)).isEqualTo(Duration.ofSeconds(10));
        assertThat(pace.pause(Duration.ZERO, 2)).isEqualTo(Duration.ofSeconds(20));
        assertThat(pace.pause(timeout, 3)).isEqualTo(Duration.ofSeconds(40));
        assertThat(pace.pause(timeout, 4)).isEqualTo(Duration.ofSeconds(60));
        assertThat(pace.pause(timeout, 1_000_000)).isEqualTo(Duration.ofSeconds(60));
        assertThat(new Pace(Duration.ofHours(1), 0.05).pause(timeout, 1)).isEqualTo(Duration.ofSeconds(10));
    }
}
