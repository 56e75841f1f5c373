package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchUpTest {
    private static final long NOW = 1_000_000;
    private static final long LONG_AGO = NOW - 6_000;

    private final CatchUp catchUp = new CatchUp();

    /** A record that was appended at an instant comes in, and a turn is due. */
    private boolean mayWait(long now, long appended) {
        catchUp.took(appended);
        return catchUp.mayWait(now);
    }

    @Test
    void turnsAreHalfASecondApart() {
        assertThat(mayWait(NOW, LONG_AGO)).as("there was no turn yet").isFalse();
        catchUp.turned(NOW, true);

        for (long now = NOW + 100; now < NOW + 500; now += 100) {
            assertThat(mayWait(now, LONG_AGO)).as("after %d ms", now - NOW).isTrue();
        }
        assertThat(mayWait(NOW + 500, LONG_AGO)).isFalse();
    }

    @Test
    void whatIsNewDoesNotWait() {
        catchUp.turned(NOW, true);

        assertThat(mayWait(NOW + 100, NOW - 4_900)).as("5 s old").isFalse();
        assertThat(mayWait(NOW + 100, NOW - 4_901)).isTrue();
        assertThat(catchUp.mayWait(NOW + 200)).as("no record came in since").isFalse();
        assertThat(mayWait(NOW + 300, NOW + 90_000)).as("from the future").isFalse();
    }

    @Test
    void whatWasBegunDoesNotWait() {
        catchUp.turned(NOW, false);

        assertThat(mayWait(NOW + 100, LONG_AGO)).isFalse();
    }

    @Test
    void aClockThatGoesBackHoldsNothingUp() {
        catchUp.turned(NOW, true);

        assertThat(mayWait(NOW - 60_000, NOW - 70_000)).isFalse();
    }
}
