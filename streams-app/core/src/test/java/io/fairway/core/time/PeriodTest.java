package io.fairway.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of periods; expected instants from a calendar. 2026-11-27 is a Friday. */
class PeriodTest {
    private static final long NOW = millis("2026-11-27T06:30:00Z");

    @ParameterizedTest
    @CsvSource({
        "today, UTC, 2026-11-27T00:00:00Z, 2026-11-27T06:30:00Z",
        "yesterday, UTC, 2026-11-26T00:00:00Z, 2026-11-27T00:00:00Z",
        "this-week, UTC, 2026-11-23T00:00:00Z, 2026-11-27T06:30:00Z",
        "last-week, UTC, 2026-11-16T00:00:00Z, 2026-11-23T00:00:00Z",
        "this-month, UTC, 2026-11-01T00:00:00Z, 2026-11-27T06:30:00Z",
        "last-month, UTC, 2026-10-01T00:00:00Z, 2026-11-01T00:00:00Z",
        "this-quarter, UTC, 2026-10-01T00:00:00Z, 2026-11-27T06:30:00Z",
        "last-quarter, UTC, 2026-07-01T00:00:00Z, 2026-10-01T00:00:00Z",
        "this-year, UTC, 2026-01-01T00:00:00Z, 2026-11-27T06:30:00Z",
        "last-year, UTC, 2025-01-01T00:00:00Z, 2026-01-01T00:00:00Z",
        "2025, UTC, 2025-01-01T00:00:00Z, 2026-01-01T00:00:00Z",
        "2026-Q1, UTC, 2026-01-01T00:00:00Z, 2026-04-01T00:00:00Z",
        "2026-02, UTC, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z",
        "2026-11-05, UTC, 2026-11-05T00:00:00Z, 2026-11-06T00:00:00Z",
        // October in Berlin has the night with 25 hours; it begins in summer time and ends in winter time.
        "last-month, Europe/Berlin, 2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z",
        // It is still Thursday, evening, in Honolulu.
        "yesterday, Pacific/Honolulu, 2026-11-25T10:00:00Z, 2026-11-26T10:00:00Z",
        "this-month, Asia/Kolkata, 2026-10-31T18:30:00Z, 2026-11-27T06:30:00Z"
    })
    void beginsAndEndsAtMidnightOfTheZone(String name, String zone, String from, String to) {
        Period period = Period.of(name, ZoneId.of(zone), NOW);

        assertThat(Instant.ofEpochMilli(period.from())).hasToString(from);
        assertThat(Instant.ofEpochMilli(period.to())).hasToString(to);
    }

    @Test
    void anotherNameIsRefusedWithThoseThatAreKnown() {
        for (String name : new String[] {"last-decade", "2026-13", "2026-Q5", "26", "2026-02-30", ""}) {
            assertThatThrownBy(() -> Period.of(name, ZoneId.of("UTC"), NOW))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'")
                    .hasMessageContaining("last-month");
        }
        assertThatThrownBy(() -> Period.of("2026-12", ZoneId.of("UTC"), NOW)).hasMessageContaining("later than now");
    }

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
