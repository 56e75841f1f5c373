package io.fairway.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BrokerTimeTest {
    private static final long BOUND = 60_000;
    private static final long APPENDED = 1_795_000_000_000L;
    private static final long FAR_AHEAD = APPENDED + 3_600_000;

    private final AtomicLong nanos = new AtomicLong();
    private final BrokerTime time = new BrokerTime(nanos::get, BOUND);

    private void passMillis(long millis) {
        nanos.addAndGet(millis * 1_000_000);
    }

    @Test
    void aLaterRecordMovesItOnAndAnEarlierOneNeverBack() {
        assertThat(time.bounded(0, FAR_AHEAD)).isEqualTo(BrokerTime.UNTOLD);

        time.read(0, APPENDED);
        assertThat(time.bounded(0, FAR_AHEAD)).isEqualTo(APPENDED);
        time.read(0, APPENDED + 5_000);
        assertThat(time.bounded(0, FAR_AHEAD)).isEqualTo(APPENDED + 5_000);
        time.read(0, APPENDED + 1_000);
        assertThat(time.bounded(0, FAR_AHEAD)).isEqualTo(APPENDED + 5_000);
    }

    /** A record that had waited says less than the time that passed here since the last one. */
    @Test
    void itGoesOnWithTheClockThatNeverSteps() {
        time.read(0, APPENDED);
        passMillis(2_000);
        time.read(0, APPENDED + 500);

        assertThat(time.bounded(0, FAR_AHEAD)).isEqualTo(APPENDED + 2_000);
        assertThat(time.bounded(0, APPENDED + 2_000 + BOUND)).isEqualTo(APPENDED + 2_000 + BOUND);
    }

    /** Only a record that was just appended shows by how much the clock of the machine is off. */
    @Test
    void whatWasReadIsNoDifferenceOfClocks() {
        time.read(0, APPENDED);
        assertThat(time.problem(0, FAR_AHEAD)).isNull();

        time.acknowledged(0, APPENDED);
        assertThat(time.problem(0, FAR_AHEAD)).contains("is 3600 s ahead of the broker's");
        time.read(0, APPENDED + 1_000);
        assertThat(time.difference(0, FAR_AHEAD)).isEqualTo(3_599_000);
    }
}
