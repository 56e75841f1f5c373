package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import io.fairway.client.http.TimeLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class WhatIfCommandTest {
    private static final String JOB = "/v1/domains/alps/jobs/alps/4711/whatif";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    /** Four of the five jobs are of others whom the reader may not see. */
    @Test
    void bothSides() {
        api.with(JOB + "?qos=short&nodes=2&timeLimitSeconds=7200", "whatif");

        Ran ran = api.run(new WhatIfCommand(), "alps/4711", "--nodes", "2", "--qos", "short", "--time-limit", "2h");

        assertThat(ran.out().lines())
                .containsExactly(
                        "Job 4711 would be 2 of 9 instead of 7 of 9. Its priority would be 5210 instead of 4100.",
                        "  qos: long -> short",
                        "  nodes: none -> 2",
                        "",
                        "TERM        NOW  THEN",
                        "age         100   100",
                        "fairshare  4000  4000",
                        "qos           -  1110",
                        "priority   4100  5210",
                        "",
                        "It would pass 5 jobs: 12 of anna and 4 others.",
                        "1 job would pass it.",
                        "policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    @Test
    void needsSomethingThatDiffers() {
        Ran ran = api.run(new WhatIfCommand(), "4711");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("say what differs, such as --nodes 2");
    }

    @ParameterizedTest
    @CsvSource({"30s, 30", "90m, 5400", "2h, 7200", "1d, 86400", "2:00:00, 7200", "0:00:05, 5", "1-12:00:00, 129600"})
    void timeLimitsAsPeopleWriteThem(String text, long seconds) {
        assertThat(new TimeLimit().convert(text)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"90", "0s", "2:00", "-1h", "1-2", "", "h"})
    void refusesWhatCouldMeanTwoThings(String text) {
        assertThatThrownBy(() -> new TimeLimit().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("must be a time such as 90m, 2h, 1d, 2:00:00 or 1-12:00:00");
    }
}
