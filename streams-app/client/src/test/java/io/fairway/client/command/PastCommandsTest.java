package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.client.http.Since;
import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions about a period, as a terminal shows them. Times are local, and the build runs in UTC. */
class PastCommandsTest {
    private static final String ALPS = "/v1/domains/alps";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void usageOfAMonth() {
        api.with(ALPS + "/usage?by=user&period=last-month&zone=Europe%2FBerlin", "usage-period");

        assertThat(lines(new UsageCommand(), "--by", "user", "--period", "last-month", "--zone", "Europe/Berlin"))
                .containsExactly(
                        "USER  USAGE [h]  AT LEAST  AT MOST  CORRECTED [h]  PERCENT",
                        "anna       2.00      1.94     2.06          -1.00    66.70",
                        "ben        1.00         -        -           0.00    33.30",
                        "",
                        "total 3.00 TRES-h, corrected by -1.00 TRES-h; measure billing, between 2.78 and 3.22 TRES-h",
                        "usage from 2026-10-01T00:00:00Z to 2026-11-01T00:00:00Z, not decayed, without corrections; as of"
                                + " 2026-11-21T12:00:00Z",
                        "no usage before 2026-10-07T00:00:00Z is known");
    }

    /** A name means days of the caller's own zone. */
    @Test
    void aPeriodIsOneOfTheCallersZone() {
        String zone = java.time.ZoneId.systemDefault().getId();
        api.run(new UsageCommand(), "--by", "user", "--period", "yesterday");

        assertThat(api.asked()).contains(ALPS + "/usage?by=user&period=yesterday&zone=" + zone.replace("/", "%2F"));
    }

    @Test
    void jobsThatEnded() {
        api.with(ALPS + "/jobs?state=ended&sort=cost&user=anna&user=ben", "jobs-ended");

        assertThat(lines(new EndedCommand(), "-u", "anna,ben", "--costliest", "--width", "120"))
                .containsExactly(
                        "JOB  USER  ACCOUNT  QUEUE  NAME  CPUS  STARTED               ENDED                      RAN  COST [h]",
                        "12   anna  cms      long   fit      2  2026-11-21T09:00:00Z  2026-11-21T10:00:00Z  01:00:00      2.00",
                        "11   ben   cms      long   fit     64  -                     2026-11-21T09:30:00Z     never      0.00",
                        "",
                        "2 ended from 2026-11-20T12:00:00Z to 2026-11-21T12:00:00Z and cost 2.00 TRES-h of billing",
                        "policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    @Test
    void whatWasDue() {
        api.with(ALPS + "/fairness?kind=users", "fairness");

        assertThat(lines(new FairnessCommand(), "--width", "100"))
                .containsExactly(
                        "ACCOUNT  USER  SHARES  DELIVERED [h]  DUE [h]  RATIO  BEHIND [h]  WAITED",
                        "cms      ben        1           0.00     1.00  0.000        1.00  yes",
                        "cms      anna       1           2.00     1.00  2.000       -1.00  -",
                        "",
                        "measure billing from 2026-10-22T12:00:00Z to 2026-11-21T12:00:00Z; shares of now",
                        "Jain's index of all users 0.5000 (1 = all alike), 1 starved; most behind: ben in cms, 1.00 TRES-h",
                        "policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    @Test
    void whatChanged() {
        api.with(ALPS + "/users/anna/since?since=2026-11-20T12%3A00Z", "since-user");

        assertThat(lines(new WhyCommand(), "anna", "--since", "2026-11-20T12:00Z"))
                .containsExactly(
                        "User anna: from 2026-11-20T12:00:00Z to now, in this order",
                        "",
                        "ACCOUNT  WHAT CHANGED                FACTOR         BY  PLACE  FIRST JOB",
                        "cms      as it was                 0.400000          0      2     1 of 9",
                        "cms      policies                  0.400000          0      2     1 of 9",
                        "cms      shares                    0.300000  -0.100000      3     1 of 9",
                        "cms      time that passed          0.300000          0      3          -",
                        "cms      jobs and usage of others  0.500000  +0.200000      1     2 of 9",
                        "cms      own jobs and usage        0.250000  -0.250000      4     3 of 9",
                        "",
                        "PLACE is among the users of the tree. The last line of an account is now.",
                        "policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    /** Jobs of that time are forgotten: usage has bounds, and the numbers of jobs are not known. */
    @Test
    void fairshareFromRows() {
        api.with(ALPS + "/fairshare?at=2026-10-01&sort=first", "fairshare-rows");

        assertThat(lines(new FairshareCommand(), "--at", "2026-10-01", "--sort", "first", "--width", "140"))
                .containsExactly(
                        "PLACE  USER  ACCOUNT  SHARES    NORM  USAGE [h]  AT LEAST  AT MOST  OF ALL  EFFECTIVE   LEVEL  FACTOR  WAIT  RUN",
                        "    1  anna  cms           3  1.0000       2.00      1.94     2.06  1.0000     1.0000  1.0000  0.5000     -    -",
                        "",
                        "tree alps, 1 users ranked, policy fairtree (active), as it was at 2026-10-01T00:00:00Z, as of"
                                + " 2026-11-21T12:00:00Z",
                        "recomputed from usage by day, spread evenly; AT LEAST and AT MOST: if all of it was at the beginning of"
                                + " each day, or at its end",
                        "not known: waiting and running jobs and their places, because jobs that ended since are forgotten",
                        "usage before 2024-09-12T00:00:00Z is not in it; up to 6.2 % of it was left then");
    }

    /** On 25 October 2026 clocks go back in Berlin: noon of the day before is 25 hours ago. */
    @ParameterizedTest
    @CsvSource({
        "yesterday, 2026-10-24T10:00:00Z",
        "6h, 2026-10-25T05:00:00Z",
        "2d, 2026-10-23T11:00:00Z",
        "1w, 2026-10-18T11:00:00Z",
        "2026-10-20, 2026-10-20"
    })
    void earlierInstants(String text, String instant) {
        assertThat(Since.instant(text, Instant.parse("2026-10-25T11:00:00Z"), ZoneId.of("Europe/Berlin")))
                .isEqualTo(instant);
    }

    private List<String> lines(Object command, String... args) {
        Ran ran = api.run(command, args);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out().lines().toList();
    }
}
