package io.fairway.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AppendClockTest {
    private static final long SKEW = 120_000;
    private static final long DAY = 86_400_000;
    private static final long HORIZON = 7 * DAY;
    private static final long T = 1_795_000_000_000L;

    private static AppendClock at(long time) {
        return AppendClock.NONE.after(time, time, SKEW, HORIZON);
    }

    /** Its event is nearly as old as one may be, or ahead. */
    @Test
    void theFirstRecordIsBelieved() {
        assertThat(AppendClock.NONE.after(T, T - HORIZON, SKEW, HORIZON).time()).isEqualTo(T);
        assertThat(AppendClock.NONE.after(T, T + SKEW, SKEW, HORIZON).time()).isEqualTo(T);
    }

    /** A broker is 40 days ahead for the first record of all, or its event is that old: nobody can tell, and it shows nothing. */
    @Test
    void theFirstRecordShowsNothingIfItsEventIsTooOldForIt() {
        AppendClock clock = AppendClock.NONE.after(T + 40 * DAY, T, SKEW, HORIZON);

        assertThat(clock).isEqualTo(AppendClock.NONE);
        assertThat(clock.after(T + 1_000, T, SKEW, HORIZON).time()).isEqualTo(T + 1_000);
    }

    @Test
    void goesOnWithAppendTimes() {
        assertThat(at(T).after(T + SKEW, T - DAY, SKEW, HORIZON).time()).isEqualTo(T + SKEW);
        assertThat(at(T).after(T - 1, T - 1, SKEW, HORIZON).time()).isEqualTo(T);
    }

    /** A broker is eight days ahead for a record: its event says otherwise. */
    @Test
    void aBrokerAloneDoesNotMoveIt() {
        AppendClock clock = at(T).after(T + 8 * DAY, T + 1_000, SKEW, HORIZON);

        assertThat(clock.time()).isEqualTo(T + 1_000);
        assertThat(clock.earliest(T + 8 * DAY)).isEqualTo(T + 1_000);
        assertThat(clock.after(T + 2_000, T, SKEW, HORIZON).time()).isEqualTo(T + 2_000);
    }

    /** The first one after a pause of eight days is a minute late. */
    @Test
    void brokerAndEventTogetherMoveIt() {
        assertThat(at(T).after(T + 8 * DAY, T + 8 * DAY - 60_000, SKEW, HORIZON).time())
                .isEqualTo(T + 8 * DAY - 60_000);
        assertThat(at(T).after(T + 8 * DAY, T + 9 * DAY, SKEW, HORIZON).time()).isEqualTo(T + 8 * DAY);
    }

    /** A clock that was ahead of the first record does not make later ones old. */
    @Test
    void anAppendTimeBeforeItCountsForItsRecord() {
        assertThat(at(T + 40 * DAY).earliest(T)).isEqualTo(T);
        assertThat(at(T).latest(T - 180_000)).isEqualTo(T);
    }
}
