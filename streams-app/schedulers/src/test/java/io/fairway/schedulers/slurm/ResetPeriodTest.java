package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.usage.ResetPeriod;
import io.fairway.core.usage.ResetPeriod.Keyword;
import io.fairway.schedulers.slurm.time.SlurmResetPass;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResetPeriodTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId UTC = ZoneId.of("UTC");

    @ParameterizedTest
    @CsvSource({
        // Saturday 2026-11-21 in Berlin
        "DAILY,     2026-11-21T13:00+01:00, 2026-11-21T00:00+01:00, 2026-11-22T00:00+01:00",
        "weekly,    2026-11-21T13:00+01:00, 2026-11-15T00:00+01:00, 2026-11-22T00:00+01:00",
        "WEEKLY,    2026-11-22T13:00+01:00, 2026-11-22T00:00+01:00, 2026-11-29T00:00+01:00",
        "MONTHLY,   2026-11-21T13:00+01:00, 2026-11-01T00:00+01:00, 2026-12-01T00:00+01:00",
        "QUARTERLY, 2026-11-21T13:00+01:00, 2026-10-01T00:00+02:00, 2027-01-01T00:00+01:00",
        "YEARLY,    2026-11-21T13:00+01:00, 2026-01-01T00:00+01:00, 2027-01-01T00:00+01:00",
        // days of 23 and of 25 hours
        "DAILY,     2026-03-29T12:00+02:00, 2026-03-29T00:00+01:00, 2026-03-30T00:00+02:00",
        "DAILY,     2026-10-25T12:00+01:00, 2026-10-25T00:00+02:00, 2026-10-26T00:00+01:00",
    })
    void keywordsGoByTheCalendarOfTheTimeZone(String keyword, String now, String last, String next) {
        ResetPeriod period = SlurmResetPeriod.parse(keyword, 0, BERLIN);

        assertThat(period.lastResetAtOrBefore(millis(now))).isEqualTo(millis(last));
        assertThat(period.next(millis(now))).isEqualTo(millis(next));
    }

    @Test
    void aTimeStringCountsFromThePolicysEffectiveFrom() {
        long from = millis("2026-11-21T13:00:00Z");
        long period = 28L * 86_400_000;
        ResetPeriod reset = SlurmResetPeriod.parse("28-0", from, UTC);

        assertThat(reset.lastResetAtOrBefore(from)).isEqualTo(ResetPeriod.NONE_YET);
        assertThat(reset.lastResetAtOrBefore(from + period - 1)).isEqualTo(ResetPeriod.NONE_YET);
        assertThat(reset.lastResetAtOrBefore(from + period)).isEqualTo(from + period);
        assertThat(reset.next(from - 10 * period)).isEqualTo(from + period);
        assertThat(reset.next(from)).isEqualTo(from + period);
        assertThat(reset.next(from + period)).isEqualTo(from + 2 * period);
    }

    @Test
    void noneAndNow() {
        ResetPeriod none = SlurmResetPeriod.parse("none", 5, UTC);
        ResetPeriod now = SlurmResetPeriod.parse("NOW", 5, UTC);

        assertThat(none.next(0)).isEqualTo(ResetPeriod.NEVER);
        assertThat(none.lastResetAtOrBefore(9)).isEqualTo(ResetPeriod.NONE_YET);
        assertThat(List.of(now.next(4), now.next(5))).containsExactly(5L, ResetPeriod.NEVER);
        assertThat(List.of(now.lastResetAtOrBefore(4), now.lastResetAtOrBefore(5)))
                .containsExactly(ResetPeriod.NONE_YET, 5L);
    }

    @Test
    void nextAndLastResetAgree() {
        SplittableRandom random = new SplittableRandom(7);
        for (String text : List.of("DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY", "28-0", "90")) {
            ResetPeriod period = SlurmResetPeriod.parse(text, 1_000, BERLIN);
            for (int i = 0; i < 500; i++) {
                long time = random.nextLong(4_000_000_000_000L);
                long next = period.next(time);
                assertThat(next).isGreaterThan(time);
                assertThat(period.lastResetAtOrBefore(next)).isEqualTo(next);
                assertThat(period.lastResetAtOrBefore(next - 1)).isLessThanOrEqualTo(time);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"HOURLY", "1d", "0", "UNLIMITED", "''"})
    void refusesOtherTexts(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmResetPeriod.parse(text, 0, UTC))
                .withMessageStartingWith("PriorityUsageResetPeriod \"" + text + "\"");
    }

    /** After a downtime of a year the real controller wipes usage in pass after pass, one month at a time. */
    @Test
    void slurmTakesOneMonthPerPass() {
        long now = millis("2026-11-21T01:53:31Z");
        long last = millis("2025-10-17T01:53:30Z");

        last = SlurmResetPass.pass(Keyword.MONTHLY, UTC, last, now);
        assertThat(last).isEqualTo(millis("2025-11-01T00:00:00Z"));
        int wipes = 1;
        for (long next = SlurmResetPass.pass(Keyword.MONTHLY, UTC, last, now + 60_000L * wipes);
                next != last;
                next = SlurmResetPass.pass(Keyword.MONTHLY, UTC, last, now + 60_000L * wipes)) {
            last = next;
            wipes++;
        }
        assertThat(last).isEqualTo(millis("2026-11-01T00:00:00Z"));
        assertThat(wipes).isEqualTo(13);
    }

    /** A midnight plus 86400 seconds is no midnight after days of 23 or 25 hours; the next day is right again. */
    @Test
    void slurmsDayHasAlways24Hours() {
        long spring = SlurmResetPass.pass(
                Keyword.DAILY, BERLIN, millis("2026-03-29T00:00+01:00"), millis("2026-03-30T05:00+02:00"));
        long autumn = SlurmResetPass.pass(
                Keyword.DAILY, BERLIN, millis("2026-10-25T00:00+02:00"), millis("2026-10-25T23:30+01:00"));

        assertThat(spring).isEqualTo(millis("2026-03-30T01:00+02:00"));
        assertThat(autumn).isEqualTo(millis("2026-10-25T23:00+01:00"));
        assertThat(SlurmResetPass.pass(Keyword.DAILY, BERLIN, spring, millis("2026-03-31T00:00+02:00")))
                .isEqualTo(millis("2026-03-31T00:00+02:00"));
    }

    private static long millis(String time) {
        return ZonedDateTime.parse(time).toInstant().toEpochMilli();
    }
}
