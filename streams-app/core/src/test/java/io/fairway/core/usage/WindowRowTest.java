package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** A row of an hour or a day: changes of rate within it, and the rate before it. */
class WindowRowTest {
    private static final long CORE = 1L << Rate.BITS;

    @Test
    void rowsBeginAtWholeHoursAndDaysOfUtcAlsoBeforeTheEpoch() {
        assertThat(WindowRow.start(7_200_001, WindowRow.HOUR)).isEqualTo(7_200_000);
        assertThat(WindowRow.start(7_200_000, WindowRow.HOUR)).isEqualTo(7_200_000);
        assertThat(WindowRow.start(86_399_999, WindowRow.DAY)).isZero();
        assertThat(WindowRow.start(-1, WindowRow.HOUR)).isEqualTo(-3_600_000);
    }

    /** Two cores from before; three more after 600 s; one of them ends 1800 s into the hour. */
    @Test
    void usageFollowsFromTheRateBeforeAndTheChangesWithin() {
        WindowRow row = new WindowRow();
        row.add(3 * CORE, 600_000);
        row.add(-CORE, 1_800_000);
        Int256 before = new Int256();
        before.add(2 * CORE);

        assertThat(row.usage(before, WindowRow.HOUR)).isEqualTo(2 * 3600.0 + 3 * 3000 - 1800);
        assertThat(row.usage(new Int256(), WindowRow.HOUR)).isEqualTo(3 * 3000.0 - 1800);
        assertThat(row.change().toBigInteger()).isEqualTo(BigInteger.valueOf(2 * CORE));
        assertThat(row.moment().toBigInteger())
                .isEqualTo(BigInteger.valueOf(CORE).multiply(BigInteger.valueOf(3 * 600_000 - 1_800_000)));
    }

    @Test
    void aRestoredRowEqualsTheStoredRow() {
        WindowRow row = new WindowRow();
        row.add(CORE, 1000);
        WindowRow stored = new WindowRow(row.change(), row.moment());

        assertThat(stored.usage(new Int256(), 5000)).isEqualTo(4.0);
    }
}
