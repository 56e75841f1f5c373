package io.fairway.scenario.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios in the words of records: what they mean, and what is wrong with those that mean nothing. */
class DomainScenarioTest {
    private static final String SCENARIO = """
            at: 2026-01-08T00:00:00Z
            policy:
              algorithm: classic
              effectiveFrom: 2026-01-01T00:00:00Z
              slurm: {weightFairshare: 1000, weightJobSize: 0}
            shares:
              alps:
                physics: {shares: 1, users: {anna: 1, ben: 1}}
            usage:
              alps: {physics/anna: {usage: 100}}
            runs:
              - {account: physics, user: ben, allocatedTres: {cpu: 1}, started: 2025-12-31T23:58:20Z, ended: 2026-01-01T00:00:00Z}
            jobs:
              "7": {account: physics, user: anna, submitted: 2026-01-07T00:00:00Z}
              "8": {account: physics, user: ben, submitted: 2026-01-07T12:00:00Z}
            events:
              - {job: "8", type: held, time: 2026-01-07T13:00:00Z}
            """;

    @TempDir
    private Path folder;

    private Map<String, Report.Section> evaluate(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("scenario.yaml"), text);
        return Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"))
                .sections();
    }

    private static Map<String, ?> row(Map<String, Report.Section> sections, String section, String key) {
        return Objects.requireNonNull(
                        Objects.requireNonNull(sections.get(section)).rows().get(key))
                .values();
    }

    /** Ben's 100 seconds of a week ago, under the default of 7-0, weigh half of Anna's. */
    @Test
    void usageIsThatOfTheInstantAndRunsHaveDecayed() throws IOException {
        Map<String, Report.Section> sections = evaluate(SCENARIO);

        assertThat((Double) row(sections, "fairshare", "/physics/anna").get("rawUsage"))
                .isEqualTo(100);
        assertThat((Double) row(sections, "fairshare", "/physics/ben").get("rawUsage"))
                .isBetween(49.99, 50.01);
        assertThat((Long) row(sections, "priorities", "7").get("place")).isEqualTo(1);
        assertThat(row(sections, "priorities", "8").get("place")).isNull();
        assertThat((String) row(sections, "priorities", "8").get("mayStart")).isEqualTo("no");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            at: 2026-01-08T00:00:00Z | about: nothing | needs the key at
            algorithm: classic | algorithm: classical | must be one of FIFO, LINEAR_2_0
            algorithm: classic | algorithm: linear-2-0 | processors is missing
            physics/anna: {usage | physics: {usage | must belong to ACCOUNT/USER, or to ACCOUNT/ or /USER alone
            {usage: 100} | {cpu-time: 100} | is not counted in tree alps; what is counted there is usage
            {usage: 100} | {usage: 1e999999} | must be at most 1e18
            {usage: 100} | {usage: -1} | must be at least 0
            type: held | type: hold | must be one of
            time: 2026-01-07T13:00:00Z | time: 2026-01-09T13:00:00Z | must not lie after the instant that is evaluated
            , ended: 2026-01-01T00:00:00Z | , cpuSeconds: 1 | is told when a run ends, and this one still runs
            allocatedTres: {cpu: 1} | allocatedTres: {cpu: -1} | must be
            account: physics, user: anna, submitted | acount: physics, user: anna, submitted | is not a key here
            users: {anna: 1 | users: {anna: lots | must be a number
            """)
    void whatIsWrongIsToldWithItsLine(String right, String wrong, String message) {
        String text = SCENARIO.replace(right, wrong);
        assertThat(text).isNotEqualTo(SCENARIO);

        assertThatThrownBy(() -> evaluate(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scenario.yaml")
                .hasMessageContaining(message);
    }

    /** A reset period counts from the policy's beginning, which a file of today's importer has in the future. */
    @Test
    void aPolicyThatBeginsLaterIsInForceUnlessItsResetCountsFromThere() throws IOException {
        String later = SCENARIO.replace("effectiveFrom: 2026-01-01", "effectiveFrom: 2027-01-01");

        assertThat((Double) row(evaluate(later), "fairshare", "/physics/anna").get("rawUsage"))
                .isEqualTo(100);
        assertThatThrownBy(() -> evaluate(later.replace("  slurm:", "  usageReset: WEEKLY\n  slurm:")))
                .hasMessageContaining("line 4")
                .hasMessageContaining("usageReset counts from it");
    }

    @Test
    void usageThatOnlyOneOfSeveralPoliciesCountsIsForThatOne() throws IOException {
        String both = SCENARIO.replace(
                        "policy:",
                        "policies: {other: {algorithm: lsf-dynamic}, policy: {algorithm: classic, slurm: {weightJobSize: 0}}}\nunused:")
                .replaceAll("(?s)unused:.*?shares:", "shares:");

        assertThat((Double) row(evaluate(both), "fairshare", "/physics/anna").get("rawUsage"))
                .isEqualTo(100);
    }

    /** What {@code fairway import slurm} writes, in files of their own. */
    @Test
    void filesOfAPolicyAndOfSharesAreTakenAsTheyAre() throws IOException {
        Files.writeString(folder.resolve("policy.yaml"), """
                domain: alps
                name: main
                effectiveFrom: 2026-02-01T00:00:00Z
                state: SHADOW
                algorithm: CLASSIC
                measure: {name: processors, decay: {kind: HALF_LIFE, millis: 604800000}}
                slurm: {weightFairshare: 1000, weightJobSize: 0}
                """);
        Files.writeString(folder.resolve("shares.yaml"), """
                domain: alps
                trees: {alps: {physics: {shares: 1, users: {anna: 1, ben: 1}}}}
                """);
        String text = SCENARIO.replaceAll(
                "(?s)policy:\n.*?shares:\n.*?usage:", "policy: policy.yaml\nshares: shares.yaml\nusage:");

        assertThat(row(evaluate(text), "fairshare", "/physics/ben"))
                .isEqualTo(row(evaluate(SCENARIO), "fairshare", "/physics/ben"));
        assertThatThrownBy(() -> evaluate(text.replace("shares.yaml", "nowhere.yaml")))
                .hasMessageContaining("nowhere.yaml");
    }
}
