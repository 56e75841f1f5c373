package io.fairway.policies.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.usage.DecayLaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LawTextTest {
    @ParameterizedTest
    @CsvSource({
        "604800000, 7d",
        "18000000, 5h",
        "20000, 20s",
        "66456, 1m6.456s",
        "129600000, 1d12h",
        "250, 0.25s",
        "86400001, 1d0.001s",
        "0, 0s"
    })
    void timesAreSaidInTheirUnits(long millis, String said) {
        assertThat(LawText.time(millis)).isEqualTo(said);
    }

    @Test
    void lawsAreSaidWithThem() {
        assertThat(LawText.of(DecayLaw.halfLife(604_800_000), null)).isEqualTo("half-life 7d");
        assertThat(LawText.of(DecayLaw.tenthLife(18_000_000), null)).isEqualTo("tenth-life 5h");
        assertThat(LawText.of(DecayLaw.slurmTick(604_800_000, 300_000, 1000), null))
                .isEqualTo("half-life 7d in steps of 5m, the first 1s after 1970");
        assertThat(LawText.of(DecayLaw.tenthLifeSteps(18_000_000, 900_000, 0), null))
                .isEqualTo("tenth-life 5h in steps of 15m, the first 0s after 1970");
    }
}
