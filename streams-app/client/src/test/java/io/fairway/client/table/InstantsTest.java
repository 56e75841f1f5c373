package io.fairway.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Local times. Zurich is an hour ahead of UTC, and two in summer, which ends on 2026-10-25 at 01:00 UTC. */
class InstantsTest {
    private static final Instants ZURICH = new Instants(ZoneId.of("Europe/Zurich"));

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T12:00:00.5Z, 2026-11-21T13:00:00",
        "2026-07-01T23:30:00Z, 2026-07-02T01:30:00",
        "2026-10-25T00:30:00Z, 2026-10-25T02:30:00+02:00",
        "2026-10-25T01:30:00Z, 2026-10-25T02:30:00+01:00",
        "2026-10-25T02:30:00Z, 2026-10-25T03:30:00"
    })
    void aTimeHasItsOffsetOnlyWhereItComesTwice(Instant instant, String shown) {
        assertThat(ZURICH.local(instant)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Zurich, 2026-11-21T13:00:00+01:00 (Europe/Zurich)",
        "+05:30, 2026-11-21T17:30:00+05:30",
        "UTC, 2026-11-21T12:00:00Z",
        "Etc/UTC, 2026-11-21T12:00:00Z"
    })
    void theLastLineNamesOffsetAndZone(String zone, String shown) {
        assertThat(new Instants(ZoneId.of(zone)).named(Instant.parse("2026-11-21T12:00:00Z")))
                .isEqualTo(shown);
    }

    @Test
    void sentencesOfTheServerGetLocalTimes() {
        assertThat(ZURICH.sentence("from 2026-11-21T12:00:00.000Z to 2026-11-21T12:30Z, as of day 2026-11-21"))
                .isEqualTo("from 2026-11-21T13:00:00 to 2026-11-21T13:30:00, as of day 2026-11-21");
    }
}
