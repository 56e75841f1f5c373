package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.usage.ResetPeriod;
import io.fairway.core.usage.ResetSchedule;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResetScheduleTest {
    private static final ZoneId UTC = ZoneId.of("UTC");

    @Test
    void resetsOnlyByThePeriodInForce() {
        // Given: weekly resets up to Tuesday 2026-11-10, monthly ones up to 2026-12-15, then every second day
        ResetSchedule schedule = schedule(Map.of(
                "2026-11-01T12:00:00Z", "WEEKLY",
                "2026-11-10T00:00:00Z", "MONTHLY",
                "2026-12-15T06:00:00Z", "2-0"));

        // When
        List<String> resets = walk(schedule, "2026-10-01T00:00:00Z", 5);

        // Then: Sunday the 8th; nothing on the 15th, 22nd and 29th; the 1st; then from the 15th every two days
        assertThat(resets)
                .containsExactly(
                        "2026-11-08T00:00:00Z",
                        "2026-12-01T00:00:00Z",
                        "2026-12-17T06:00:00Z",
                        "2026-12-19T06:00:00Z",
                        "2026-12-21T06:00:00Z");
        assertThat(last(schedule, "2026-11-07T23:59:59Z")).isEqualTo(ResetPeriod.NONE_YET);
        assertThat(last(schedule, "2026-11-30T00:00:00Z")).isEqualTo(millis("2026-11-08T00:00:00Z"));
        assertThat(last(schedule, "2026-12-16T00:00:00Z")).isEqualTo(millis("2026-12-01T00:00:00Z"));
    }

    @Test
    void aVersionWithNowResetsWhenItComesIntoForce() {
        ResetSchedule schedule = schedule(Map.of(
                "2026-11-01T00:00:00Z", "NONE",
                "2026-11-05T10:00:00Z", "NOW",
                "2026-11-07T00:00:00Z", "NONE"));

        assertThat(schedule.next(millis("2026-11-02T00:00:00Z"))).isEqualTo(millis("2026-11-05T10:00:00Z"));
        assertThat(schedule.next(millis("2026-11-05T10:00:00Z"))).isEqualTo(ResetPeriod.NEVER);
        assertThat(last(schedule, "2026-11-05T09:59:59Z")).isEqualTo(ResetPeriod.NONE_YET);
        assertThat(last(schedule, "2026-12-01T00:00:00Z")).isEqualTo(millis("2026-11-05T10:00:00Z"));
    }

    @Test
    void aPeriodThatBeginsAtItsOwnResetAlsoResets() {
        ResetSchedule schedule = schedule(Map.of("2026-11-01T00:00:00Z", "MONTHLY"));

        assertThat(schedule.next(millis("2026-10-31T23:59:59Z"))).isEqualTo(millis("2026-11-01T00:00:00Z"));
        assertThat(ResetSchedule.NONE.next(0)).isEqualTo(ResetPeriod.NEVER);
        assertThat(ResetSchedule.NONE.lastAtOrBefore(Long.MAX_VALUE)).isEqualTo(ResetPeriod.NONE_YET);
    }

    private static List<String> walk(ResetSchedule schedule, String from, int count) {
        List<String> resets = new ArrayList<>();
        long at = millis(from);
        for (int i = 0; i < count; i++) {
            at = schedule.next(at);
            resets.add(Instant.ofEpochMilli(at).toString());
        }
        return resets;
    }

    private static long last(ResetSchedule schedule, String time) {
        return schedule.lastAtOrBefore(millis(time));
    }

    private static ResetSchedule schedule(Map<String, String> periods) {
        TreeMap<Long, ResetPeriod> parsed = new TreeMap<>();
        periods.forEach((from, text) -> parsed.put(millis(from), SlurmResetPeriod.parse(text, millis(from), UTC)));
        return new ResetSchedule(parsed);
    }

    private static long millis(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
