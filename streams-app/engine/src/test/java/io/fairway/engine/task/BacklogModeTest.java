package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BacklogModeTest {
    private static final long NOW = 1_000_000;
    private static final long LONG_AGO = NOW - 6_000;

    private final BacklogMode backlogMode = new BacklogMode();

    /** A record that was appended at an instant comes in, and a turn is due. */
    private boolean mayWait(long now, long appended) {
        backlogMode.took(appended);
        return backlogMode.mayWait(now);
    }

    @Test
    void turnsAreHalfASecondApart() {
        assertThat(mayWait(NOW, LONG_AGO)).as("there was no turn yet").isFalse();
        backlogMode.turned(NOW, true);

        for (long now = NOW + 100; now < NOW + 500; now += 100) {
            assertThat(mayWait(now, LONG_AGO)).as("after %d ms", now - NOW).isTrue();
        }
        assertThat(mayWait(NOW + 500, LONG_AGO)).isFalse();
    }

    @Test
    void whatIsNewDoesNotWait() {
        backlogMode.turned(NOW, true);

        assertThat(mayWait(NOW + 100, NOW - 4_900)).as("5 s old").isFalse();
        assertThat(mayWait(NOW + 100, NOW - 4_901)).isTrue();
        assertThat(backlogMode.mayWait(NOW + 200)).as("no record came in since").isFalse();
        assertThat(mayWait(NOW + 300, NOW + 90_000)).as("from the future").isFalse();
    }

    @Test
    void whatWasBegunDoesNotWait() {
        backlogMode.turned(NOW, false);

        assertThat(mayWait(NOW + 100, LONG_AGO)).isFalse();
    }

    @Test
    void aClockThatGoesBackHoldsNothingUp() {
        backlogMode.turned(NOW, true);

        assertThat(mayWait(NOW - 60_000, NOW - 70_000)).isFalse();
    }
}
